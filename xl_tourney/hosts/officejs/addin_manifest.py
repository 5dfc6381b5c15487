"""manifest.xml: what Excel is given to find the add-in, in the add-in only format.

The order of the elements and the lengths of the texts are those of the format's schemas
(``TaskPaneApp`` 1.1, ``VersionOverridesV1_0`` of task panes).  The page, the functions and the
button share one runtime that lives as long as the workbook is open.
"""

from __future__ import annotations

import uuid
from xml.sax.saxutils import quoteattr

from ... import __version__
from ...catalogue.host_names import CATEGORY, NAMESPACE

PAGE, SCRIPT, METADATA, HELP = "taskpane.html", "functions.js", "functions.json", "index.html"
ICON_SIZES = (16, 32, 64, 80)
DESCRIPTION = (
    "Functions for tournaments: tie-breaks, match-points, games behind, who can still win."
)

_URLS = {
    "Page.Url": PAGE,
    "Script.Url": SCRIPT,
    "Metadata.Url": METADATA,
    "Help.Url": HELP,
}
_SHORT_STRINGS = {
    "Functions.Namespace": NAMESPACE,
    "Group.Label": CATEGORY,
    "Button.Label": "Tournament functions",
    "Start.Title": "The tournament functions are ready",
}
_LONG_STRINGS = {
    "Button.Tooltip": "Help with every function, examples to insert, why a cell is an error.",
    "Start.Description": "Type =TOURNEY. in a cell, or open the help: Home, Tournament functions.",
}


def icon_name(size: int) -> str:
    """The file of an icon."""
    return f"icon-{size}.png"


def format_manifest(url: str) -> str:
    """The manifest of the add-in at an address, without a slash at its end.

    The identity is made from the address: the same place is the same add-in.
    """
    return f"""\
<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<OfficeApp xmlns="http://schemas.microsoft.com/office/appforoffice/1.1"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xmlns:bt="http://schemas.microsoft.com/office/officeappbasictypes/1.0"
  xsi:type="TaskPaneApp">
 <Id>{uuid.uuid5(uuid.NAMESPACE_URL, url)}</Id>
 <Version>1.{__version__}</Version>
 <ProviderName>xl-tourney</ProviderName>
 <DefaultLocale>en-US</DefaultLocale>
 <DisplayName DefaultValue={quoteattr(CATEGORY)}/>
 <Description DefaultValue={quoteattr(DESCRIPTION)}/>
 <IconUrl DefaultValue={quoteattr(f"{url}/{icon_name(32)}")}/>
 <HighResolutionIconUrl DefaultValue={quoteattr(f"{url}/{icon_name(64)}")}/>
 <SupportUrl DefaultValue={quoteattr(f"{url}/{HELP}")}/>
 <Hosts>
  <Host Name="Workbook"/>
 </Hosts>
 <Requirements>
  <Sets DefaultMinVersion="1.1">
   <Set Name="SharedRuntime" MinVersion="1.1"/>
  </Sets>
 </Requirements>
 <DefaultSettings>
  <SourceLocation DefaultValue={quoteattr(f"{url}/{PAGE}")}/>
 </DefaultSettings>
 <Permissions>ReadWriteDocument</Permissions>
 <VersionOverrides xmlns="http://schemas.microsoft.com/office/taskpaneappversionoverrides"
   xsi:type="VersionOverridesV1_0">
  <Hosts>
   <Host xsi:type="Workbook">
    <Runtimes>
     <Runtime resid="Page.Url" lifetime="long"/>
    </Runtimes>
    <AllFormFactors>
     <ExtensionPoint xsi:type="CustomFunctions">
      <Script>
       <SourceLocation resid="Script.Url"/>
      </Script>
      <Page>
       <SourceLocation resid="Page.Url"/>
      </Page>
      <Metadata>
       <SourceLocation resid="Metadata.Url"/>
      </Metadata>
      <Namespace resid="Functions.Namespace"/>
     </ExtensionPoint>
    </AllFormFactors>
    <DesktopFormFactor>
     <GetStarted>
      <Title resid="Start.Title"/>
      <Description resid="Start.Description"/>
      <LearnMoreUrl resid="Help.Url"/>
     </GetStarted>
     <FunctionFile resid="Page.Url"/>
     <ExtensionPoint xsi:type="PrimaryCommandSurface">
      <OfficeTab id="TabHome">
       <Group id="Tourney.Group">
        <Label resid="Group.Label"/>
{_format_icon(8)}
        <Control xsi:type="Button" id="Tourney.Button">
         <Label resid="Button.Label"/>
         <Supertip>
          <Title resid="Button.Label"/>
          <Description resid="Button.Tooltip"/>
         </Supertip>
{_format_icon(9)}
         <Action xsi:type="ShowTaskpane">
          <TaskpaneId>Tourney.Pane</TaskpaneId>
          <SourceLocation resid="Page.Url"/>
         </Action>
        </Control>
       </Group>
      </OfficeTab>
     </ExtensionPoint>
    </DesktopFormFactor>
   </Host>
  </Hosts>
  <Resources>
   <bt:Images>
{_format_resources("Image", {f"Icon.{n}": f"{url}/{icon_name(n)}" for n in ICON_SIZES})}
   </bt:Images>
   <bt:Urls>
{_format_resources("Url", {name: f"{url}/{file}" for name, file in _URLS.items()})}
   </bt:Urls>
   <bt:ShortStrings>
{_format_resources("String", _SHORT_STRINGS)}
   </bt:ShortStrings>
   <bt:LongStrings>
{_format_resources("String", _LONG_STRINGS)}
   </bt:LongStrings>
  </Resources>
 </VersionOverrides>
</OfficeApp>
"""


def _format_icon(indent: int) -> str:
    images = (f'<bt:Image size="{size}" resid="Icon.{size}"/>' for size in (16, 32, 80))
    lines = ["<Icon>", *(f" {image}" for image in images), "</Icon>"]
    return "\n".join(" " * indent + line for line in lines)


def _format_resources(tag: str, values: dict[str, str]) -> str:
    return "\n".join(
        f'    <bt:{tag} id="{name}" DefaultValue={quoteattr(value)}/>'
        for name, value in values.items()
    )
