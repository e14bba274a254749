// Leveled messages for people and for bug reports; never on stdout. The sink is given by the host (cli, mcp, daemon).

export const logLevels = ['error', 'warning', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

export type Log = (level: LogLevel, message: string) => void;

export function logTo(write: (line: string) => void, level: LogLevel): Log {
  const limit = logLevels.indexOf(level);
  return (at, message) => {
    if (logLevels.indexOf(at) <= limit) write(`${at}: ${message}`);
  };
}

export const silentLog: Log = () => {};
