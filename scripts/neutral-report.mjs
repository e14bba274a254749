// A JSON report without what differs between two runs that found the same in two places: our version and the servers', how a
// server was found and configured, how idleness could be seen on this platform, and the folder itself where a server names it.

/** @param {string} root the workspace folder, links resolved */
export function neutralReport(report, root) {
  const { tool: _tool, configHash: _hash, notes: _notes, servers, files, ...rest } = report;
  const neutral = {
    ...rest,
    servers: servers.map(({ version: _version, ...server }) => server),
    files: files.map(({ diagnostics, ...file }) => ({
      ...file,
      ...(diagnostics && { diagnostics: diagnostics.map((one) => withoutPlace(one, root)) }),
    })),
  };
  const text = JSON.stringify(neutral).replaceAll('"via":"push-quiet"', '"via":"push-idle"');
  return JSON.parse(text.replaceAll(root, '{root}'));
}

/** yaml-language-server names its schema's file in `source`, which is part of the fingerprint. */
function withoutPlace(diagnostic, root) {
  if (!diagnostic.source?.includes(root)) return diagnostic;
  const { fingerprint: _fingerprint, ...rest } = diagnostic;
  return rest;
}
