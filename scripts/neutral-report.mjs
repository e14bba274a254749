// A JSON report without what differs between two runs that found the same in two places: our version and the servers', how a
// server was found and configured, and how idleness could be seen on this platform.

export function neutralReport(report) {
  const { tool: _tool, configHash: _hash, notes: _notes, servers, ...rest } = report;
  const neutral = {
    ...rest,
    servers: servers.map(({ version: _version, ...server }) => server),
  };
  return JSON.parse(JSON.stringify(neutral).replaceAll('"via":"push-quiet"', '"via":"push-idle"'));
}
