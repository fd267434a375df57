class TemplateError(Exception):
    """Its text begins with "line N: "."""


def render(template, values):
    """The rendered template. Values are texts or lists of dictionaries. Raises TemplateError."""
    raise NotImplementedError
