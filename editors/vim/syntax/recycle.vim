" Highlighting for RECYCLE descriptions: copy the folders beside this one into ~/.vim.
if exists('b:current_syntax')
  finish
endif
syntax case match
syntax keyword recycleFlow game setup scoring stage end choice do any all let declare repeat
syntax keyword recycleFlow about look define if else block turns only while together stop win simultaneous
syntax keyword recycleAct set inc dec move remember forget shuffle faro cycle turn pass create put
syntax keyword recycleAct throwalldice saveturnstats roundnumber deck dicestorage diestorage teams players
syntax keyword recycleAct after effects perform tell cards label throw show dice sides board grid hex track ring line without
syntax keyword recyclePlace flag who vloc iloc hloc oloc mem sto str points
syntax keyword recycleWho player team current next previous other owner whose nobody
syntax keyword recycleValue top bottom actual max min sum score size sort union intersect disjunction
syntax keyword recycleValue filter tuples partition subsets runs run largest range cardatt dievalue
syntax keyword recycleValue tri fib random mod and or not using new list each best distinct index in
syntax keyword recycleValue value where true false spaces near step ray lines reach groups distance row column
syntax match recycleName /\<[A-Z][A-Z0-9_]*\>/
syntax match recycleVariable /'\s*[A-Z][A-Z0-9_]*/
syntax match recycleNumber /\<[0-9]\+\>/
syntax match recycleOperator /\/\/\|[<>=!]=\|[-+*%^<>]\|\.\./
syntax match recycleComment /;;.*$/ contains=recycleTodo
syntax keyword recycleTodo TODO FIXME contained
syntax region recycleString start=/"/ end=/"/ oneline contains=recycleShown
syntax match recycleShown /{[A-Z][A-Z0-9_]*}/ contained
syntax match recycleBad /;\ze[^;]/
syntax region recycleForm start=/(/ end=/)/ transparent fold contains=ALL
highlight default link recycleFlow Statement
highlight default link recycleAct Function
highlight default link recyclePlace Type
highlight default link recycleWho Special
highlight default link recycleValue Keyword
highlight default link recycleName Constant
highlight default link recycleVariable Identifier
highlight default link recycleString String
highlight default link recycleShown Identifier
highlight default link recycleNumber Number
highlight default link recycleOperator Operator
highlight default link recycleComment Comment
highlight default link recycleTodo Todo
highlight default link recycleBad Error
let b:current_syntax = 'recycle'
