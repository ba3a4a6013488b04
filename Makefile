# The same names as ./dev, for those who type make.
.PHONY: build demo test check bench fuzz paper format rooms install
build demo test check bench fuzz paper format rooms install:
	@./dev $@
