package page

// suite counts the solved positions of a suite, or of a theme, which is a part of it.
type suite struct {
	Name   string `json:"name"`
	Part   bool   `json:"part"` // a theme
	Solved int    `json:"solved"`
	Total  int    `json:"total"`
	themes []*suite
}

// judge counts a position that names its solution.
func (w *Report) judge(p *Position) {
	all := find(&w.suites, p.Suite)
	all.add(p)
	if p.Theme != "" {
		theme := find(&all.themes, p.Theme)
		theme.Part = true
		theme.add(p)
	}
}

// find returns the suite of that name, a new one at the end if there is none.
func find(list *[]*suite, name string) *suite {
	for _, s := range *list {
		if s.Name == name {
			return s
		}
	}
	s := &suite{Name: name}
	*list = append(*list, s)
	return s
}

func (s *suite) add(p *Position) {
	s.Total++
	if p.Solved {
		s.Solved++
	}
}

// tallies returns the suites, each followed by its themes where these say more than the positions themselves.
func (w *Report) tallies() (list []*suite) {
	for _, s := range w.suites {
		list = append(list, s)
		if len(s.themes) > 1 && 2*len(s.themes) <= s.Total {
			list = append(list, s.themes...)
		}
	}
	return list
}
