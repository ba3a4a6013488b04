"""Builds the wheel of dado with nothing but Python, CMake and what CMake needs.

The wheel holds the package, libdado and the library of games. `pip install .` builds libdado in build-wheel/; one that
is built already is taken with `pip install . --config-settings library=build/libdado.so`.
"""
import base64
import hashlib
import io
import os
import re
import shutil
import subprocess
import sysconfig
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def _version() -> str:
    found = re.search(r"project\(dado VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())
    if not found:
        raise RuntimeError("CMakeLists.txt does not say which version this is")
    return found.group(1)


def _metadata() -> str:
    return "\n".join([
        "Metadata-Version: 2.1", "Name: dado", f"Version: {_version()}",
        "Summary: An automated playtesting laboratory: every job as a function, games as arrays",
        "License: MIT", "Requires-Python: >=3.9", "Provides-Extra: arrays", 'Requires-Dist: numpy; extra == "arrays"',
        "Provides-Extra: frames", 'Requires-Dist: pandas; extra == "frames"', ""])


def _tag() -> str:
    return "py3-none-" + re.sub(r"[-.]", "_", sysconfig.get_platform())


def _built(settings) -> Path:
    """libdado, built where it was not given."""
    given = (settings or {}).get("library")
    if given:
        library = (ROOT / given).resolve()
        if not library.is_file():
            raise RuntimeError(f"there is no {library}; leave library= out and it is built")
        return library
    if not shutil.which("cmake"):
        raise RuntimeError("cmake is missing; ./dev library installs what is needed, or name a library: --config-settings library=...")
    folder = ROOT / "build-wheel"
    ninja = ["-G", "Ninja"] if shutil.which("ninja") else []
    subprocess.run(["cmake", "-S", str(ROOT), "-B", str(folder), *ninja, "-Wno-dev", "-DCMAKE_BUILD_TYPE=Release",
                    "-DDADO_LIBRARY=ON", "-DDADO_TESTS=OFF"], check=True)
    subprocess.run(["cmake", "--build", str(folder), "--target", "dado_library_folder", "-j", str(os.cpu_count() or 1)], check=True)
    return folder / "libdado.so"


def _files(settings):
    """Every file of the wheel, and where it goes."""
    for path in sorted((ROOT / "python" / "dado").iterdir()):
        if path.suffix in (".py", ".pyi") or path.name == "py.typed":
            yield f"dado/{path.name}", path.read_bytes()
    yield "dado/libdado.so", _built(settings).read_bytes()
    for path in sorted((ROOT / "library").rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield f"dado/library/{path.relative_to(ROOT / 'library').as_posix()}", path.read_bytes()


def get_requires_for_build_wheel(config_settings=None):
    return []


def get_requires_for_build_sdist(config_settings=None):
    return []


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    folder = Path(metadata_directory) / f"dado-{_version()}.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(_metadata())
    return folder.name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name, about = f"dado-{_version()}-{_tag()}.whl", f"dado-{_version()}.dist-info"
    files = dict(_files(config_settings))
    files[f"{about}/METADATA"] = _metadata().encode()
    files[f"{about}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: dado_backend\nRoot-Is-Purelib: false\nTag: {_tag()}\n".encode()
    files[f"{about}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    record = []
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            info = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))  # the same files, the same bytes
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = (0o755 if path.endswith(".so") else 0o644) << 16
            wheel.writestr(info, content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record.append(f"{path},sha256={digest},{len(content)}")
        record.append(f"{about}/RECORD,,")
        wheel.writestr(zipfile.ZipInfo(f"{about}/RECORD", (1980, 1, 1, 0, 0, 0)), "\n".join(record) + "\n")
    return name


def build_sdist(sdist_directory, config_settings=None):
    """All that is in the tree and no build."""
    base = f"dado-{_version()}"
    listed = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, check=True).stdout
    with tarfile.open(Path(sdist_directory) / f"{base}.tar.gz", "w:gz", dereference=True) as sdist:
        for name in sorted(n for n in listed.decode().split("\0") if n):
            sdist.add(ROOT / name, f"{base}/{name}", recursive=False)
        about = tarfile.TarInfo(f"{base}/PKG-INFO")
        about.size = len(_metadata().encode())
        sdist.addfile(about, io.BytesIO(_metadata().encode()))
    return f"{base}.tar.gz"
