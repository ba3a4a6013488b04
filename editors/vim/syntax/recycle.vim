" Highlighting for RECYCLE descriptions: copy the folders beside this one into ~/.vim.
if exists('b:current_syntax')
  finish
endif
syntax case match
syntax keyword recycleFlow game setup scoring stage end choice do any all let declare repeat
syntax keyword recycleAct set inc dec move remember forget shuffle faro cycle turn pass create put
syntax keyword recycleAct throwalldice saveturnstats roundnumber deck dicestorage diestorage teams players
syntax keyword recyclePlace vloc iloc hloc oloc mem sto str points
syntax keyword recycleWho player team current next previous other owner
syntax keyword recycleValue top bottom actual max min sum score size sort union intersect disjunction
syntax keyword recycleValue filter tuples partition subsets runs run largest range cardatt dievalue
syntax keyword recycleValue tri fib random mod and or not using new
syntax match recycleName /\<[A-Z]\+\>/
syntax match recycleVariable /'\s*[A-Z]\+/
syntax match recycleNumber /\<[0-9]\+\>/
syntax match recycleOperator /\/\/\|[<>=!]=\|[-+*%^<>]\|\.\./
syntax match recycleComment /;;.*$/ contains=recycleTodo
syntax keyword recycleTodo TODO FIXME contained
syntax match recycleBad /;\ze[^;]\|_/
syntax region recycleForm start=/(/ end=/)/ transparent fold contains=ALL
highlight default link recycleFlow Statement
highlight default link recycleAct Function
highlight default link recyclePlace Type
highlight default link recycleWho Special
highlight default link recycleValue Keyword
highlight default link recycleName Constant
highlight default link recycleVariable Identifier
highlight default link recycleNumber Number
highlight default link recycleOperator Operator
highlight default link recycleComment Comment
highlight default link recycleTodo Todo
highlight default link recycleBad Error
let b:current_syntax = 'recycle'
