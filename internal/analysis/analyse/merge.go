package analyse

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"vertigo/internal/analysis/output"
	"vertigo/internal/analysis/results"
	"vertigo/internal/system/commandline"
	"vertigo/internal/system/files"
)

// Merge executes "vertigo merge" with the given arguments: it makes one output of the results files of all shards. The
// exit codes are those of Run.
func Merge(c Config, args []string) int {
	o, err := parseMergeOptions(args)
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
	m.out = m.config.Out
	if m.options.as == "results" {
		m.head.NoTimes = m.head.NoTimes || m.options.noTimes
		m.renderer = &results.Renderer{Header: m.head}
	} else {
		settings := output.Settings{
			As: m.options.as, Engine: m.head.Engine, Network: m.head.Network, Limits: m.head.Limits, Times: !m.options.noTimes && !m.head.NoTimes, KeepMarks: m.options.keepMarks,
			Several: len(m.head.Inputs) > 1,
		}
		if m.options.out == "" {
			m.out = m.show("merge", &settings)
		}
		m.renderer = output.New(settings)
	}
	if m.options.out == "" {
		return m.copy()
	}
	if _, err := m.checkOut(); err != nil {
		return err
	}
	return files.Write(m.options.out, func(f *files.File) error {
		m.out = m.disk(f)
		return m.copy()
	})
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

// checkAlike makes sure that the parts belong together and that none is there twice.
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

// copy writes the results of all jobs in their order, one from each shard in turn.
func (m *merger) copy() error {
	m.begin()
	for number := 0; ; number++ {
		p := m.parts[number%len(m.parts)]
		r, err := p.reader.Next()
		if err == io.EOF {
			return m.ended(number)
		}
		if err == nil {
			err = m.copyJob(r, number)
		}
		if err != nil {
			return p.reader.Locate(p.name, err)
		}
	}
}

// copyJob writes the results of a job, whose number must be the given one.
func (m *merger) copyJob(r *results.Record, number int) error {
	if r.Number != number {
		return fmt.Errorf("job %d is where job %d should be", r.Number, number)
	}
	j, err := m.head.Job(r)
	if err != nil {
		return err
	}
	return m.add(j)
}

// ended makes sure that every shard ends after so many jobs of all.
func (m *merger) ended(jobs int) error {
	for _, p := range m.parts {
		if _, err := p.reader.Next(); err == results.ErrTorn || err == nil {
			return p.reader.Locate(p.name, errors.Join(err, fmt.Errorf("it should end before job %d", jobs)))
		} else if err != io.EOF {
			return p.reader.Locate(p.name, err)
		}
		if p.reader.End.Jobs != jobs {
			return fmt.Errorf("%s has %d jobs, but there are results of %d", p.name, p.reader.End.Jobs, jobs)
		}
	}
	return m.end(results.Ending{Jobs: jobs, Bad: m.bad})
}
