# Writes the headers that native code is made of into one C file, as bytes: see src/recycle/native_codegen.c.
# cmake -DROOT=<project>/src -DOUT=<file> -P tools/embed_headers.cmake
file(GLOB headers RELATIVE ${ROOT} ${ROOT}/core/*.h ${ROOT}/recycle/*.h ${ROOT}/recycle/*.def
  ${ROOT}/recycle/evaluate_expressions.c ${ROOT}/recycle/evaluate_collections.c ${ROOT}/recycle/execute_acts.c
  ${ROOT}/recycle/legal_moves.c ${ROOT}/recycle/final_scores.c)
list(SORT headers)
set(text "#include \"recycle/native_embedded_headers.h\"\n\n")
set(table "const rcy_embedded_header rcy_embedded_headers[] = {\n")
set(number 0)
foreach(header ${headers})
  file(READ ${ROOT}/${header} bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND text "static const unsigned char h${number}[] = {${bytes}0};\n")
  string(APPEND table "    { \"${header}\", (const char *)h${number} },\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUT} "${text}\n${table}    { 0, 0 },\n};\n")
