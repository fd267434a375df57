package minisheet

import (
	"fmt"
	"math/rand"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

type cells = map[string]string

func expectFormulas(t *testing.T, given cells, cases map[string]string) {
	t.Helper()
	for text, want := range cases {
		all := cells{"Z99": text}
		for name, content := range given {
			all[name] = content
		}
		if got := Evaluate(all)["Z99"]; got != want {
			t.Errorf("%s shows %s, want %s", text, got, want)
		}
	}
}

func expect(t *testing.T, given, want cells) {
	t.Helper()
	if got := Evaluate(given); !reflect.DeepEqual(got, want) {
		t.Errorf("%v shows %v, want %v", given, got, want)
	}
}

func TestNumbersAndTexts(t *testing.T) {
	given := cells{"A1": "7", "A2": "-007", "A3": "-0", "B1": "seven", "B2": "", "B3": "+1", "B4": " 1", "B5": "1.5"}
	expect(t, given, cells{"A1": "7", "A2": "-7", "A3": "0", "B1": "seven", "B2": "", "B3": "+1", "B4": " 1", "B5": "1.5"})
}

func TestArithmetic(t *testing.T) {
	expectFormulas(t, nil, map[string]string{
		"=1+2*3": "7", "=(1+2)*3": "9", "=10-4-3": "3", "=24/4/2": "3", "=2*-3": "-6", "=--5": "5", "=-2*-(1+1)": "4",
		"= 1 +  2 ": "3", "=7/2": "3", "=-7/2": "-3", "=7/-2": "-3", "=007": "7", "=0-0": "0",
	})
}

func TestCells(t *testing.T) {
	expectFormulas(t, cells{"A1": "5", "B2": "=A1-3"}, map[string]string{"=A1+B2*A1": "15"})
	expectFormulas(t, nil, map[string]string{"=A1+1": "1"})
	expect(t, cells{"A1": "=B1", "B1": "=C1", "C1": "3"}, cells{"A1": "3", "B1": "3", "C1": "3"})
}

func TestFunctions(t *testing.T) {
	given := cells{"A1": "4", "B1": "-2", "A2": "text", "B2": "=A1*2", "C3": "100"}
	expectFormulas(t, given, map[string]string{
		"=SUM(A1:B2)": "10", "=MIN(A1:B2)": "-2", "=MAX(A1:B2)": "8", "=COUNT(A1:B3)": "3", "=SUM(A1:A1)": "4",
		"=SUM(D1:E9)": "0", "=MAX(D1:E9)": "0", "=MIN(A2:A2)": "0", "=COUNT(A2:A9)": "0", "=-SUM( A1 : B1 )*2": "-4",
	})
}

func TestSyntax(t *testing.T) {
	for _, text := range []string{
		"=", "= ", "=1+", "=*2", "=1 2", "=(1", "=1)", "=()", "=a1", "=A", "=A0", "=A01", "=A100", "=AA1", "=SUM", "=SUM()", "=SUM(A1)",
		"=SUM(A1:)", "=SUM(A1:B2", "=SUM(1:2)", "=sum(A1:B2)", "=FOO(A1:B2)", "=SUM(B1:A2)", "=SUM(A2:B1)", "=A1:B2", "=+1", "=1.5",
		"=1,2", "=A 1", "=1==1", "=SUM A1:B2", "=2A1", "=SUM(A1:B2:C3)",
	} {
		expectFormulas(t, nil, map[string]string{text: "#SYNTAX"})
	}
}

func TestTypes(t *testing.T) {
	expectFormulas(t, cells{"A1": "x"}, map[string]string{"=A1+1": "#TYPE"})
	expectFormulas(t, cells{"A1": ""}, map[string]string{"=-A1": "#TYPE"})
}

func TestDivisionByZero(t *testing.T) {
	expectFormulas(t, cells{"A1": "3"}, map[string]string{"=1/0": "#DIV", "=1/(A1-A1)": "#DIV", "=0/B1": "#DIV"})
}

func TestErrorsSpread(t *testing.T) {
	given := cells{"A1": "=1/0", "A2": "=A1+1", "A3": "=SUM(A1:A2)", "A4": "=COUNT(A2:A2)", "A5": "x", "B1": "=(", "B2": "=B1"}
	want := cells{"A1": "#DIV", "A2": "#DIV", "A3": "#DIV", "A4": "#DIV", "A5": "x", "B1": "#SYNTAX", "B2": "#SYNTAX"}
	expect(t, given, want)
}

func TestFirstErrorCounts(t *testing.T) {
	expectFormulas(t, cells{"A1": "=1/0", "B1": "=(", "A2": "=)", "C1": "x"}, map[string]string{
		"=A1+B1": "#DIV", "=B1+A1": "#SYNTAX", "=C1/0": "#TYPE", "=1/0+C1": "#DIV", "=0*(C1+A1)": "#TYPE",
		"=SUM(A1:B2)": "#DIV", "=SUM(B1:C1)": "#SYNTAX", "=SUM(A2:B2)+A1": "#SYNTAX", "=1/B1": "#SYNTAX",
	})
}

func TestCycles(t *testing.T) {
	expect(t, cells{"A1": "=A1"}, cells{"A1": "#CYCLE"})
	given := cells{"A1": "=B1", "B1": "=C1+1", "C1": "=A1*0", "D1": "=C1", "E1": "5", "F1": "=E1"}
	expect(t, given, cells{"A1": "#CYCLE", "B1": "#CYCLE", "C1": "#CYCLE", "D1": "#CYCLE", "E1": "5", "F1": "5"})
}

func TestCyclesThroughRangesAndBesideOtherErrors(t *testing.T) {
	expect(t, cells{"B2": "=COUNT(A1:C3)"}, cells{"B2": "#CYCLE"})
	expect(t, cells{"A1": "=1/0+A2", "A2": "=A1"}, cells{"A1": "#CYCLE", "A2": "#CYCLE"})
	expect(t, cells{"A1": "=1/0+A2", "A2": "=A2"}, cells{"A1": "#DIV", "A2": "#CYCLE"})
	expect(t, cells{"A1": "=A2+(", "A2": "=A1"}, cells{"A1": "#SYNTAX", "A2": "#SYNTAX"})
}

func TestLongChains(t *testing.T) {
	given := cells{"A1": "1", "B1": "=A99+1"}
	for row := 2; row < 100; row++ {
		given[fmt.Sprintf("A%d", row)] = fmt.Sprintf("=A%d+1", row-1)
		given[fmt.Sprintf("B%d", row)] = fmt.Sprintf("=B%d+1", row-1)
	}
	shown := Evaluate(given)
	if shown["A99"] != "99" || shown["B99"] != "198" {
		t.Errorf("A99 shows %s and B99 %s, want 99 and 198", shown["A99"], shown["B99"])
	}
}

func TestManyWaysToTheSameCell(t *testing.T) {
	given := cells{"A1": "9"}
	for row := 2; row < 60; row++ {
		given[fmt.Sprintf("A%d", row)] = fmt.Sprintf("=A%d+A%d-A%d", row-1, row-1, row-1)
	}
	if shown := Evaluate(given)["A59"]; shown != "9" {
		t.Errorf("A59 shows %s, want 9", shown)
	}
}

func TestSumsAgreeWithAdditions(t *testing.T) {
	random := rand.New(rand.NewSource(12))
	for round := 0; round < 40; round++ {
		given := cells{"Y1": "=SUM(A1:D4)", "Y3": "=Y1-Y2"}
		var names []string
		sum := 0
		for i := 0; i < 16; i++ {
			name := fmt.Sprintf("%c%d", 'A'+i%4, i/4+1)
			names = append(names, name)
			if random.Float64() < 0.7 {
				number := random.Intn(101) - 50
				given[name] = strconv.Itoa(number)
				sum += number
			}
		}
		given["Y2"] = "=" + strings.Join(names, "+")
		if shown := Evaluate(given); shown["Y1"] != strconv.Itoa(sum) || shown["Y3"] != "0" {
			t.Fatalf("%v shows %s and %s, want %d and 0", given, shown["Y1"], shown["Y3"], sum)
		}
	}
}
