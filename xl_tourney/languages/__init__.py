"""What texts are called in the language of whoever reads them."""

from .languages import ENGLISH as ENGLISH
from .languages import LANGUAGES as LANGUAGES
from .languages import SENTENCE as SENTENCE
from .languages import SHEET as SHEET
from .languages import Language as Language
from .languages import in_sentence as in_sentence
from .languages import language_of as language_of
from .languages import message as message
from .languages import say as say
from .languages import say_count as say_count
from .languages import say_term as say_term
from .languages import say_value as say_value
from .languages import speaking as speaking
from .languages import spoken as spoken
