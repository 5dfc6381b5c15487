"""What Calc calls in the add-in, called from here: values, errors, and the wizard's texts."""

from __future__ import annotations

import struct
import sys
from types import ModuleType, SimpleNamespace

import pytest

from xl_tourney.functions import CATALOGUE
from xl_tourney.hosts.libreoffice.uno_component import (
    FunctionWizard,
    UnoService,
    call_from_calc,
    create_component,
    to_error_nan,
)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        ("#NULL!", 521),
        ("#DIV/0!", 532),
        ("#VALUE!", 519),
        ("#REF!", 524),
        ("#NAME?", 525),
        ("#NUM!", 503),
        ("#N/A", 32767),
        ("#SPILL!", 519),
    ],
)
def test_an_error_is_a_nan_with_the_code_that_calc_shows(error: str, code: int) -> None:
    """A quiet NaN of which the lower half is the number of the error in Calc."""
    number = to_error_nan(error)
    assert number != number
    assert struct.unpack("<II", struct.pack("<d", number)) == (code, 0x7FF80000)


def test_cells_come_in_and_go_out_as_calc_has_them() -> None:
    percent = CATALOGUE["TP_PERCENT"]
    assert call_from_calc(percent, ((45.0,), ("",)), ((3.0,), ("",))) == ((75.0,), ("",))
    assert call_from_calc(percent, 45.0, 3.0) == ((75.0,),)
    ((wrong,),) = call_from_calc(percent, "many", 3.0)
    assert struct.pack("<d", wrong) == struct.pack("<d", to_error_nan("#VALUE!"))
    gbq, columns = CATALOGUE["GBQ"], (((55.0,), (40.0,)), ((4.0,), (4.0,)), 1.0)
    assert call_from_calc(gbq, *columns, 0) == call_from_calc(gbq, *columns)
    assert call_from_calc(gbq, *columns, None, 1.0) != call_from_calc(gbq, *columns)


def test_the_wizard_knows_nothing_of_other_functions_and_arguments() -> None:
    wizard = FunctionWizard()
    assert (
        wizard.getProgrammaticFuntionName("OTHER") == wizard.getDisplayFunctionName("OTHER") == ""
    )
    assert wizard.getFunctionDescription("OTHER") == ""
    for name, index in (("OTHER", 0), ("TP_PERCENT", 2)):
        assert wizard.getDisplayArgumentName(name, index) == ""
        assert wizard.getArgumentDescription(name, index) == ""
    assert wizard.getDisplayArgumentName("TP_PERCENT", 1) == "games"
    assert wizard.getDisplayCategoryName("x") == wizard.getProgrammaticCategoryName("x") == "Add-In"


def test_the_component_has_a_method_for_each_function(monkeypatch: pytest.MonkeyPatch) -> None:
    uno, unohelper = ModuleType("uno"), ModuleType("unohelper")
    asked: list[str] = []
    vars(uno).update(
        getClass=lambda name: asked.append(name) or type(name.rpartition(".")[2], (), {}),
        createUnoStruct=lambda name, *parts: SimpleNamespace(name=name, parts=parts),
    )
    vars(unohelper).update(Base=type("Base", (), {}))
    monkeypatch.setitem(sys.modules, "uno", uno)
    monkeypatch.setitem(sys.modules, "unohelper", unohelper)
    component = create_component(None)
    assert asked[-1] == "org.xltourney.Functions" and len(asked) == 4
    assert component.TP_PERCENT(((45.0,),), ((3.0,),)) == ((75.0,),)
    assert all(hasattr(component, function.name) for function in CATALOGUE)
    assert component.getLocale().parts == ("en", "US", "")
    assert component.supportsService("com.sun.star.sheet.AddIn")
    assert component.supportsService(component.getServiceName())
    assert not component.supportsService("com.sun.star.sheet.Other")
    assert component.getImplementationName() == component.getServiceName()
    assert isinstance(component, (UnoService, FunctionWizard))
