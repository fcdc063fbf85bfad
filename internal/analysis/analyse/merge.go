package analyse

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"vertigo/internal/analysis/answer"
	"vertigo/internal/analysis/results"
	"vertigo/internal/system/commandline"
	"vertigo/internal/system/files"
)

// Merge executes "vertigo merge" with the given arguments: it makes one output of the results files of all shards. The
// exit codes are those of Run.
func Merge(c Config, args []string) int {
	o, err := parseMergeOptions(args)
	if err == nil {
		err = commandline.CheckPage(c.Out, o.as, o.out)
	}
	if err != nil {
		return MergeManual().Misused(c.Out, c.Err, err)
	}
	m := &merger{writer: writer{config: c, options: o}}
	return m.report("merge", m.merge())
}

// merger reads the results of all shards.
type merger struct {
	writer
	head  *results.Header
	parts []*part // in the order of their shards
}

func (m *merger) merge() error {
	err := m.open()
	defer func() {
		for _, p := range m.parts {
			p.close()
		}
	}()
	if err != nil {
		return err
	}
	add := func(j *answer.Job) error {
		m.note(j)
		return m.write(j)
	}
	if m.options.out == "" {
		return m.copy("merge", m.head, m.parts, m.config.Out, add)
	}
	target, err := m.checkOut()
	if err != nil {
		return err
	}
	err = target.Write(func(f *files.File) error { return m.copy("merge", m.head, m.parts, m.disk(f), add) })
	m.wrote = err == nil && !target.AtOnce
	return err
}

// part is a results file of one shard.
type part struct {
	results.Shard
	name   string
	head   results.Header
	file   *os.File        // nil if it is not open
	reader *results.Reader // of the file, as long as it is open
}

// open opens the file and reads its header.
func (p *part) open() (err error) {
	if p.file, err = os.Open(p.name); err != nil {
		return err
	}
	if p.reader, err = results.NewReader(p.file); err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	p.head, p.Shard = p.reader.Header, p.reader.Shard
	return nil
}

func (p *part) close() {
	if p.file != nil {
		_ = p.file.Close() // it was only read
		p.file, p.reader = nil, nil
	}
}

// open reads the headers of all files and makes sure that they are the shards of one analysis. The files stay open, since their
// jobs alternate.
func (m *merger) open() error {
	for _, name := range m.options.inputs {
		p := &part{name: name}
		m.parts = append(m.parts, p)
		if err := p.open(); err != nil {
			return err
		}
	}
	slices.SortStableFunc(m.parts, func(a, b *part) int { return a.Index - b.Index })
	first := m.parts[0].head
	first.Shard = results.Shard{Count: 1}.String()
	m.head = &first
	if err := errors.Join(m.checkAlike(), m.checkAll()); err != nil {
		return err
	}
	m.compareBuilds()
	return nil
}

// compareBuilds warns of shards that were searched by different builds of the engine, and notes all of them.
func (m *merger) compareBuilds() {
	var builds, list []string
	for _, p := range m.parts {
		build := p.head.Build
		if build == "" {
			build = "unknown"
		}
		if !slices.Contains(builds, build) {
			builds, list = append(builds, build), append(list, p.name+": "+build)
		}
	}
	if len(builds) > 1 {
		m.head.Build = strings.Join(builds, "; ")
		commandline.Tell(m.config.Err, "vertigo merge: warning: different builds of Vertigo %s searched the shards, and may have given different answers:\n%s",
			m.head.Engine, strings.Join(list, "\n"))
	}
}

// checkAlike makes sure that the parts belong together and that none is named twice.
func (m *merger) checkAlike() error {
	first := m.parts[0]
	var doubled []error
	for i, p := range m.parts {
		theirs := p.head
		theirs.Shard, theirs.Build = m.head.Shard, m.head.Build
		if list := m.head.Differences(&theirs); len(list) > 0 {
			return fmt.Errorf("%s and %s are not of the same analysis: %s", first.name, p.name, strings.Join(list, "; "))
		}
		if p.Count != first.Count {
			return fmt.Errorf("%s is shard %s, and %s is shard %s of another division", first.name, first.Shard, p.name, p.Shard)
		}
		switch {
		case i == 0 || p.Index != m.parts[i-1].Index:
		case p.name == m.parts[i-1].name:
			doubled = append(doubled, fmt.Errorf("%s, shard %s, is named twice", p.name, p.Shard))
		default:
			doubled = append(doubled, fmt.Errorf("%s and %s are both shard %s", m.parts[i-1].name, p.name, p.Shard))
		}
	}
	return errors.Join(doubled...)
}

// checkAll makes sure that no shard is missing.
func (m *merger) checkAll() error {
	var missing []string
	next := 0 // of the parts
	for i := range m.parts[0].Count {
		if next < len(m.parts) && m.parts[next].Index == i {
			for ; next < len(m.parts) && m.parts[next].Index == i; next++ { // more than one is reported elsewhere
			}
		} else if missing = append(missing, fmt.Sprintf("%d/%d", i+1, m.parts[0].Count)); len(missing) > 10 {
			missing[10] = "and others"
			break
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("shards are missing: %s", strings.Join(missing, ", "))
	}
	return nil
}

// copy writes the output of the command of that name from the parts of the analysis h, which it reads in turn, as their jobs
// alternate. Add gets every job.
func (w *writer) copy(name string, h *results.Header, parts []*part, out io.Writer, add func(*answer.Job) error) error {
	w.begin(name, h, out)
	for number := 0; ; number++ {
		p := parts[number%len(parts)]
		r, err := p.reader.Next()
		if err == io.EOF {
			break
		}
		var j *answer.Job
		if err == nil {
			j, err = h.Job(r)
		}
		if err == nil {
			err = add(j)
		}
		if err != nil {
			return p.reader.Locate(p.name, err)
		}
	}
	if err := checkEnds(parts); err != nil {
		return err
	}
	return w.end(results.Ending{Jobs: parts[0].reader.End.Jobs, Bad: w.bad})
}

// checkEnds makes sure that every part ends here, with the same number of jobs of all.
func checkEnds(parts []*part) error {
	for _, p := range parts {
		if _, err := p.reader.Next(); err == nil || err == results.ErrTorn {
			return p.reader.Locate(p.name, errors.Join(err, errors.New("another shard has ended")))
		} else if err != io.EOF {
			return p.reader.Locate(p.name, err)
		}
		if first := parts[0]; p.reader.End.Jobs != first.reader.End.Jobs {
			return fmt.Errorf("the number of jobs of the shard in %s is %d, and of that in %s %d", first.name, first.reader.End.Jobs, p.name, p.reader.End.Jobs)
		}
	}
	return nil
}
