// What a Python module for Pyodide must know before it reads Python.h. The building machine's headers serve: the
// stable interface is the same everywhere, only the sizes are those of a 32-bit machine.
#pragma once

#define Py_PYCONFIG_H  // instead of the building machine's pyconfig.h
#define SIZEOF_SHORT 2
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_FLOAT 4
#define SIZEOF_DOUBLE 8
#define SIZEOF_VOID_P 4
#define SIZEOF_SIZE_T 4
#define SIZEOF_TIME_T 8
#define SIZEOF_WCHAR_T 4
#define ALIGNOF_MAX_ALIGN_T 16
#define HAVE_STDINT_H 1
#define HAVE_STDDEF_H 1
#define HAVE_INTTYPES_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_UNISTD_H 1
#define HAVE_WCHAR_H 1
#define WITH_THREAD 1

// The stable interface's headers leave these out, and nanobind counts on them.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <patchlevel.h>

#if PY_VERSION_HEX < 0x030C0000
// What joined the stable interface in 3.12, for building with the headers of 3.11.
#include <Python.h>
#include <structmember.h>
#undef PY_VERSION_HEX
#define PY_VERSION_HEX 0x030C0000

#define Py_T_OBJECT_EX T_OBJECT_EX
#define Py_T_PYSSIZET T_PYSSIZET
#define Py_READONLY READONLY
#define Py_mod_multiple_interpreters 3
#define Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED ((void *)0)
#define Py_TPFLAGS_HAVE_VECTORCALL (1UL << 11)
#define PY_VECTORCALL_ARGUMENTS_OFFSET ((size_t)1 << (8 * sizeof(size_t) - 1))

#ifdef __cplusplus
extern "C" {
#endif
typedef PyObject *(*vectorcallfunc)(PyObject *callable, PyObject *const *args, size_t nargsf, PyObject *kwnames);
PyObject *PyObject_Vectorcall(PyObject *callable, PyObject *const *args, size_t nargsf, PyObject *kwnames);
PyObject *PyObject_VectorcallMethod(PyObject *name, PyObject *const *args, size_t nargsf, PyObject *kwnames);
PyObject *PyVectorcall_Call(PyObject *callable, PyObject *tuple, PyObject *dict);
Py_ssize_t PyVectorcall_NARGS(size_t nargsf);
PyObject *PyErr_GetRaisedException(void);
void PyErr_SetRaisedException(PyObject *error);
PyObject *PyType_FromMetaclass(PyTypeObject *metaclass, PyObject *module, PyType_Spec *spec, PyObject *bases);
void *PyObject_GetTypeData(PyObject *object, PyTypeObject *type);
#ifdef __cplusplus
}
#endif
#endif
