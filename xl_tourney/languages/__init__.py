"""What texts are called in the language of whoever reads them."""

from .languages import LANGUAGES as LANGUAGES
from .languages import Language as Language
from .languages import language_of as language_of
