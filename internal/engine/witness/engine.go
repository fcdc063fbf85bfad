package witness

import "github.com/notnil/chess/uci"

// Engine is a process with which the library speaks UCI.
type Engine struct{ *uci.Engine }

// Start starts the engine of a path and sets its options.
func Start(path string, options map[string]string) (*Engine, error) {
	process, err := uci.New(path)
	if err != nil {
		return nil, err
	}
	commands := []uci.Cmd{uci.CmdUCI, uci.CmdIsReady}
	for name, value := range options {
		commands = append(commands, uci.CmdSetOption{Name: name, Value: value})
	}
	return &Engine{process}, process.Run(append(commands, uci.CmdUCINewGame, uci.CmdIsReady)...)
}

// Search searches that many nodes at p and returns the move that the engine plays.
func (e *Engine) Search(p *Position, nodes int) (best string, err error) {
	if err := e.Run(uci.CmdPosition{Position: p.position}, uci.CmdGo{Nodes: nodes}); err != nil {
		return "", err
	}
	return e.SearchResults().BestMove.String(), nil
}
