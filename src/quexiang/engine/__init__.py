"""The round: table, events, marks and the flow between them; knows no variant and no money."""
