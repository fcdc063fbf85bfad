package commandline

import (
	"fmt"
	"strings"
)

// Shells are the shells that Completion supports.
func Shells() []string { return []string{"bash", "zsh", "fish"} }

// Completion returns a script with which a shell completes the commands of a program and their flags, "" for a shell that is not
// one of Shells.
func Completion(shell, program string, manuals []*Manual) string {
	switch shell {
	case "bash":
		return bashCompletion(program, manuals)
	case "zsh":
		return zshCompletion(program, manuals)
	case "fish":
		return fishCompletion(program, manuals)
	}
	return ""
}

// names returns the names of the command, the usual one first.
func (m *Manual) names() []string {
	if m.Also == "" {
		return []string{m.Name}
	}
	return []string{m.Name, m.Also}
}

// flags returns all flags of the command, with the help.
func (m *Manual) flags() (list []Flag) {
	for _, s := range m.Sections {
		list = append(list, s.Flags...)
	}
	return append(list, Flag{Name: "help", Help: "Show everything."})
}

// spellings returns how the flag can be written.
func (f *Flag) spellings() (list []string) {
	list = append(list, "--"+f.Name)
	if f.Short != "" {
		list = append(list, "-"+f.Short)
	}
	return list
}

// sentence returns the first sentence of the explanation, without its full stop.
func (f *Flag) sentence() string {
	text := f.Brief
	if text == "" {
		text = strings.Join(strings.Fields(f.Help), " ")
	}
	first, _, _ := strings.Cut(text, ". ")
	return strings.TrimSuffix(first, ".")
}

// takesFile reports whether the value of the flag is the name of a file or a folder.
func (f *Flag) takesFile() bool {
	return strings.Contains(f.Argument, "FILE") || f.Argument == "PATH" || f.Argument == "OUTPUT"
}

func bashCompletion(program string, manuals []*Manual) string {
	var b strings.Builder
	var commands []string
	for _, m := range manuals {
		commands = append(commands, m.Name)
	}
	fmt.Fprintf(&b, "# bash completion of %s\n_%s() {\n", program, program)
	b.WriteString("    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} flags= values=\n    COMPREPLY=()\n")
	fmt.Fprintf(&b, "    if [[ $COMP_CWORD -eq 1 || $COMP_CWORD -eq 2 && $before == help ]]; then\n"+
		"        COMPREPLY=($(compgen -W \"%s help\" -- \"$word\"))\n        return\n    fi\n    case ${COMP_WORDS[1]} in\n", strings.Join(commands, " "))
	for _, m := range manuals {
		fmt.Fprintf(&b, "    %s)\n        case $before in\n", strings.Join(m.names(), "|"))
		var all []string
		for _, f := range m.flags() {
			all = append(all, "--"+f.Name)
			pattern := strings.Join(f.spellings(), "|")
			switch {
			case f.Argument == "" || f.takesFile():
			case len(f.Values) > 0:
				fmt.Fprintf(&b, "        %s) COMPREPLY=($(compgen -W \"%s\" -- \"$word\")); return ;;\n", pattern, strings.Join(f.Values, " "))
			default:
				fmt.Fprintf(&b, "        %s) return ;;\n", pattern)
			}
		}
		fmt.Fprintf(&b, "        esac\n        flags=\"%s\" values=\"%s\" ;;\n", strings.Join(all, " "), strings.Join(m.Words, " "))
	}
	fmt.Fprintf(&b, `    esac
    case $word in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$word")) ;;
    *) COMPREPLY=($(compgen -W "$values" -- "$word") $(compgen -f -- "$word")) ;;
    esac
}
complete -o filenames -F _%s %s
`, program, program)
	return b.String()
}

// zshText escapes text for an argument of zsh in single quotation marks, where brackets and colons have a meaning.
var zshText = strings.NewReplacer(`'`, `'\''`, `[`, `\[`, `]`, `\]`, `:`, `\:`)

func zshCompletion(program string, manuals []*Manual) string {
	var b strings.Builder
	fmt.Fprintf(&b, "#compdef %s\ncompdef _%s %s\n\n_%s() {\n    local -a commands=(\n", program, program, program, program)
	for _, m := range manuals {
		fmt.Fprintf(&b, "        '%s:%s'\n", m.Name, zshText.Replace(m.Does))
	}
	b.WriteString("        'help:describe a command'\n    )\n    if (( CURRENT == 2 )) || [[ $words[2] == help ]]; then\n" +
		"        _describe command commands\n        return\n    fi\n    shift words\n    (( CURRENT-- ))\n    case $words[1] in\n")
	for _, m := range manuals {
		fmt.Fprintf(&b, "    %s)\n        _arguments \\\n", strings.Join(m.names(), "|"))
		for _, f := range m.flags() {
			value := ""
			switch {
			case f.Argument == "":
			case f.takesFile():
				value = ":" + zshText.Replace(f.Argument) + ":_files"
			default:
				value = ":" + zshText.Replace(f.Argument) + ":(" + strings.Join(f.Values, " ") + ")"
			}
			for _, spelling := range f.spellings() {
				fmt.Fprintf(&b, "            '*%s[%s]%s' \\\n", spelling, zshText.Replace(f.sentence()), value)
			}
		}
		if len(m.Words) > 0 {
			fmt.Fprintf(&b, "            '1:word:(%s)' \\\n", strings.Join(m.Words, " "))
		}
		b.WriteString("            '*:file:_files' ;;\n")
	}
	fmt.Fprintf(&b, "    esac\n}\n\nif [ \"$funcstack[1]\" = _%s ]; then\n    _%s \"$@\"\nfi\n", program, program)
	return b.String()
}

func fishCompletion(program string, manuals []*Manual) string {
	var b strings.Builder
	quote := func(text string) string { return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'" }
	for _, m := range manuals {
		fmt.Fprintf(&b, "complete -c %s -f -n __fish_use_subcommand -a %s -d %s\n", program, m.Name, quote(m.Does))
	}
	for _, m := range manuals {
		seen := quote("__fish_seen_subcommand_from " + strings.Join(m.names(), " "))
		for _, f := range m.flags() {
			fmt.Fprintf(&b, "complete -c %s -n %s -l %s", program, seen, f.Name)
			if f.Short != "" {
				b.WriteString(" -s " + f.Short)
			}
			switch {
			case f.Argument == "":
			case f.takesFile():
				b.WriteString(" -r -F")
			case len(f.Values) > 0:
				b.WriteString(" -x -a " + quote(strings.Join(f.Values, " ")))
			default:
				b.WriteString(" -x")
			}
			b.WriteString(" -d " + quote(f.sentence()) + "\n")
		}
		if len(m.Words) > 0 {
			fmt.Fprintf(&b, "complete -c %s -f -n %s -a %s\n", program, seen, quote(strings.Join(m.Words, " ")))
		}
	}
	return b.String()
}
