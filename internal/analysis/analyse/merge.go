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
	"vertigo/internal/system/aside"
	"vertigo/internal/system/commandline"
)

// Merge executes "vertigo merge" with the given arguments: it makes one output of the results files of all shards. The
// exit codes are those of Run.
func Merge(c Config, args []string) int {
	o, err := parseMergeOptions(args)
	if err != nil {
		return commandline.Misused(c.Err, "merge", err)
	}
	if o.help {
		fmt.Fprint(c.Out, MergeHelp())
		return commandline.ExitOK
	}
	m := &merger{analysis: analysis{config: c, options: o}}
	return m.report("merge", m.merge())
}

// merger reads the results of all shards in turn.
type merger struct {
	analysis
	head   *results.Header
	shards []*results.Reader // in the order of their shards
	names  []string          // of the files, in the same order
}

func (m *merger) merge() error {
	files, err := m.open()
	defer func() {
		for _, f := range files {
			_ = f.Close() // it was only read
		}
	}()
	if err != nil {
		return err
	}
	if m.options.as == "results" {
		m.renderer = &results.Renderer{Header: m.head}
	} else {
		m.renderer = output.New(output.Settings{
			As: m.options.as, Engine: m.head.Engine, Network: m.head.Network, Limits: m.head.Limits, Times: !m.options.noTimes,
		})
	}
	if m.options.out == "" {
		m.out = m.config.Out
		return m.copy()
	}
	return m.toFile()
}

// toFile writes the output aside and gives the file its name when it is complete.
func (m *merger) toFile() error {
	if err := m.checkOut(); err != nil {
		return err
	}
	return aside.Write(m.options.out, partSuffix, func(f *aside.File) error {
		m.out = m.disk(f)
		return m.copy()
	})
}

// part is a results file of one shard.
type part struct {
	shard
	name   string
	reader *results.Reader
}

// open opens all files and makes sure that they are the shards of one analysis.
func (m *merger) open() (files []*os.File, err error) {
	var parts []part
	for _, name := range m.options.inputs {
		f, err := os.Open(name)
		if err != nil {
			return files, err
		}
		files = append(files, f)
		r, err := results.NewReader(f)
		if err != nil {
			return files, fmt.Errorf("%s: %w", name, err)
		}
		s, err := parseShard(r.Header.Shard, func(string) string { return "" })
		if err != nil {
			return files, fmt.Errorf("%s: its shard: %w", name, err)
		}
		parts = append(parts, part{s, name, r})
	}
	slices.SortStableFunc(parts, func(a, b part) int { return a.index - b.index })
	first := parts[0].reader.Header
	first.Shard = shard{count: 1}.String()
	m.head = &first
	for _, p := range parts {
		m.shards, m.names = append(m.shards, p.reader), append(m.names, p.name)
	}
	return files, errors.Join(m.checkAlike(parts), checkAll(parts))
}

// checkAlike makes sure that the parts belong together and that none is there twice.
func (m *merger) checkAlike(parts []part) error {
	for i, p := range parts {
		theirs := p.reader.Header
		theirs.Shard = m.head.Shard
		if list := m.head.Differences(&theirs); len(list) > 0 {
			return fmt.Errorf("%s and %s are not of the same analysis: %s", parts[0].name, p.name, strings.Join(list, "; "))
		}
		if p.count != parts[0].count {
			return fmt.Errorf("%s is one of %d shards, %s one of %d", parts[0].name, parts[0].count, p.name, p.count)
		}
		if i > 0 && p.index == parts[i-1].index {
			return fmt.Errorf("%s and %s are both shard %s", parts[i-1].name, p.name, p.shard)
		}
	}
	return nil
}

// checkAll makes sure that no shard is missing.
func checkAll(parts []part) error {
	var missing []string
	for i := range parts[0].count {
		if !slices.ContainsFunc(parts, func(p part) bool { return p.index == i }) {
			missing = append(missing, shard{i, parts[0].count}.String())
		}
	}
	if len(missing) > 10 {
		missing = append(missing[:10], "and others")
	}
	if len(missing) > 0 {
		return fmt.Errorf("shards are missing: %s", strings.Join(missing, ", "))
	}
	return nil
}

// copy writes the results of all jobs in their order.
func (m *merger) copy() error {
	m.text = m.renderer.Begin(m.text)
	for number := 0; ; number++ {
		i := number % len(m.shards)
		r, err := m.shards[i].Next()
		if err == io.EOF {
			return m.ended(number)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", m.names[i], err)
		}
		j, err := m.job(r, number)
		if err != nil {
			return fmt.Errorf("%s: %w", m.names[i], err)
		}
		if err := m.put(j); err != nil {
			return err
		}
	}
}

// job makes the finished job of a record.
func (m *merger) job(r *results.Record, number int) (*task, error) {
	if r.Number != number {
		return nil, fmt.Errorf("job %d is where job %d should be", r.Number, number)
	}
	j, err := m.head.Job(r)
	if err != nil {
		return nil, err
	}
	return &task{Job: *j, restored: true}, nil
}

// ended makes sure that every shard ends where the first one does that has no more jobs.
func (m *merger) ended(jobs int) error {
	for i, r := range m.shards {
		if _, err := r.Next(); err == results.ErrTorn || err == nil {
			return fmt.Errorf("%s: %w", m.names[i], errors.Join(err, fmt.Errorf("it should end before job %d", jobs)))
		} else if err != io.EOF {
			return fmt.Errorf("%s: %w", m.names[i], err)
		}
		if r.End.Jobs != jobs {
			return fmt.Errorf("%s has %d jobs, but there are results of %d", m.names[i], r.End.Jobs, jobs)
		}
	}
	m.jobs = jobs
	return m.finish()
}
