package notes

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

type source struct {
	name string
	file *ast.File
}

func sources(t *testing.T) []source {
	t.Helper()
	packages, err := parser.ParseDir(token.NewFileSet(), ".", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var found []source
	for name, file := range packages["notes"].Files {
		if !strings.HasSuffix(name, "_test.go") {
			found = append(found, source{name, file})
		}
	}
	return found
}

// calls reports whether an expression is a use of package.name.
func uses(node ast.Node, packageName, name string) bool {
	selector, isSelector := node.(*ast.SelectorExpr)
	if !isSelector {
		return false
	}
	of, isIdent := selector.X.(*ast.Ident)
	return isIdent && of.Name == packageName && (name == "" || selector.Sel.Name == name)
}

func TestPackageHasOneVariable(t *testing.T) {
	var names []string
	for _, each := range sources(t) {
		for _, declaration := range each.file.Decls {
			general, isGeneral := declaration.(*ast.GenDecl)
			if !isGeneral || general.Tok != token.VAR {
				continue
			}
			for _, spec := range general.Specs {
				value := spec.(*ast.ValueSpec)
				for i, name := range value.Names {
					if i < len(value.Values) {
						if call, isCall := value.Values[i].(*ast.CallExpr); isCall && uses(call.Fun, "errors", "New") {
							continue
						}
					}
					if name.Name != "_" {
						names = append(names, name.Name)
					}
				}
			}
		}
	}
	if len(names) > 1 {
		t.Fatalf("there are the variables %v", names)
	}
}

// functions that use package.name, by receiver and name.
func users(t *testing.T, packageName, name string) []string {
	t.Helper()
	var found []string
	for _, each := range sources(t) {
		for _, declaration := range each.file.Decls {
			function, isFunction := declaration.(*ast.FuncDecl)
			if !isFunction {
				continue
			}
			label := function.Name.Name
			if function.Recv != nil {
				receiver := function.Recv.List[0].Type
				if star, isStar := receiver.(*ast.StarExpr); isStar {
					receiver = star.X
				}
				label = receiver.(*ast.Ident).Name + "." + label
			}
			ast.Inspect(function, func(node ast.Node) bool {
				if node != nil && uses(node, packageName, name) {
					found = append(found, label)
				}
				return true
			})
		}
	}
	return found
}

func TestOnlyPrintWritesToTheStandardOutput(t *testing.T) {
	for _, user := range users(t, "os", "Stdout") {
		if user != "Print" {
			t.Errorf("%s writes to the standard output", user)
		}
	}
	if found := append(users(t, "fmt", "Println"), users(t, "fmt", "Printf")...); len(found) > 0 {
		t.Errorf("%v print", found)
	}
}

func TestOnlyTheFileStorageTouchesFiles(t *testing.T) {
	receivers := map[string]bool{}
	for _, user := range users(t, "os", "") {
		if user == "Print" || user == "FileStorage" {
			continue
		}
		receiver, _, isMethod := strings.Cut(user, ".")
		if !isMethod || receiver == "Notebook" {
			t.Errorf("%s uses os", user)
		}
		receivers[receiver] = true
	}
	if len(receivers) > 1 {
		t.Errorf("%v use os", receivers)
	}
}

func TestTheClockIsOnlyADefault(t *testing.T) {
	for _, each := range sources(t) {
		ast.Inspect(each.file, func(node ast.Node) bool {
			if call, isCall := node.(*ast.CallExpr); isCall && uses(call.Fun, "time", "Now") {
				t.Errorf("%s calls time.Now", each.name)
			}
			return true
		})
	}
}
