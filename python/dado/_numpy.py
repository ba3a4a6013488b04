"""numpy, for the modules that cannot do without it."""
try:
    import numpy
except ImportError as why:
    raise ImportError("dado.gym and dado.zoo need numpy: pip install numpy, or apt install python3-numpy") from why

__all__ = ["numpy"]
