package analyse

import (
	"fmt"
	"strconv"
	"strings"

	"vertigo/internal/analysis/results"
	"vertigo/internal/system/cli"
)

// maxShards bounds the number of shards.
const maxShards = 1 << 20

// parseShard parses "3/8", the third of eight shards; "auto", the shard of Slurm's variables; or "auto/8", the shard of the
// task number in Slurm or Kubernetes, which counts from 0.
func parseShard(text string, env func(string) string) (results.Shard, error) {
	part, total, divided := strings.Cut(text, "/")
	count := 0
	if divided {
		n, err := cli.ParseNumber(total, 1, maxShards)
		if err != nil {
			return results.Shard{}, err
		}
		count = int(n)
	}
	if part == "auto" {
		return taskShard(count, env)
	}
	if !divided {
		return results.Shard{}, fmt.Errorf("%q is neither auto nor a part and a count, such as 3/8", text)
	}
	index, err := cli.ParseNumber(part, 1, int64(count))
	return results.Shard{Index: int(index) - 1, Count: count}, err
}

// taskShard returns the shard that the scheduler's variables give. Count is 0 if they must give the number of shards, too.
func taskShard(count int, env func(string) string) (results.Shard, error) {
	const task, job = "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"
	switch {
	case env(task) != "" && count == 0:
		return arrayShard(env)
	case env(task) != "":
		index, err := variable(env, task, 0, count-1)
		return results.Shard{Index: index, Count: count}, err
	case env(job) != "" && count == 0:
		return results.Shard{}, fmt.Errorf("%s is set, but not the number of parts: use auto/N", job)
	case env(job) != "":
		index, err := variable(env, job, 0, count-1)
		return results.Shard{Index: index, Count: count}, err
	}
	return results.Shard{}, fmt.Errorf("neither %s nor %s is set", task, job)
}

// arrayShard returns the shard in a Slurm array whose numbers have no gaps.
func arrayShard(env func(string) string) (results.Shard, error) {
	var numbers [4]int
	for i, name := range [...]string{"ID", "COUNT", "MIN", "MAX"} {
		var err error
		if numbers[i], err = variable(env, "SLURM_ARRAY_TASK_"+name, 0, 1<<31); err != nil {
			return results.Shard{}, err
		}
	}
	id, count, first, last := numbers[0], numbers[1], numbers[2], numbers[3]
	if last-first+1 != count || id < first || id > last || count > maxShards {
		return results.Shard{}, fmt.Errorf("the task numbers of the array, %d of them from %d to %d, have gaps: "+
			"use auto/N and number the tasks from 0 to N-1", count, first, last)
	}
	return results.Shard{Index: id - first, Count: count}, nil
}

func variable(env func(string) string, name string, least, most int) (int, error) {
	n, err := strconv.Atoi(env(name))
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%s is %q, not a whole number from %d to %d", name, env(name), least, most)
	}
	return n, nil
}
