// Whether a client says what the recorded client said. By method and params: documents by decoded path, texts exactly,
// but for what may differ from run to run (ids, tokens, our own capabilities) and what the recording has hidden.

/** Their params are the client's own business: capabilities grow, settings name folders and hold secrets. */
const byMethodAlone = new Set(['initialize', 'initialized', 'workspace/didChangeConfiguration']);
const volatileKeys = new Set(['workDoneToken', 'partialResultToken']);

/** May come or not come, whatever was recorded. */
export const tolerated = new Set([
  '$/cancelRequest',
  '$/setTrace',
  'window/workDoneProgress/cancel',
  'shutdown',
  'exit',
]);

/** `recorded` has its placeholders filled. */
export function isSameMessage(recorded, actual) {
  if (recorded.method !== actual.method) return false;
  if (actual.method === undefined) {
    return recorded.id === actual.id && 'error' in recorded === 'error' in actual;
  }
  if ('id' in recorded !== 'id' in actual) return false;
  return byMethodAlone.has(actual.method) || isSame(recorded.params, actual.params);
}

/** The same method, about the same document: what the client probably meant. */
export function isNear(recorded, actual) {
  const [uri, other] = [recorded, actual].map(({ params }) => params?.textDocument?.uri ?? '');
  return recorded.method === actual.method && decoded(uri) === decoded(other);
}

function isSame(recorded, actual) {
  if (typeof recorded === 'string' && typeof actual === 'string') return isSameText(recorded, actual);
  if (typeof recorded !== 'object' || typeof actual !== 'object' || recorded === null || actual === null)
    return recorded === actual;
  if (Array.isArray(recorded) !== Array.isArray(actual)) return false;
  const keys = new Set([...Object.keys(recorded), ...Object.keys(actual)]);
  return [...keys].every((key) => volatileKeys.has(key) || isSame(recorded[key], actual[key]));
}

function isSameText(recorded, actual) {
  if (recorded === actual || recorded.includes('{redacted}')) return true;
  return recorded.startsWith('file:') && decoded(recorded) === decoded(actual);
}

function decoded(uri) {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** A few words: the method, and the document by its name. */
export function nameOf(message) {
  if (message.method === undefined)
    return `${'error' in message ? 'an error' : 'an answer'} to request ${JSON.stringify(message.id)}`;
  const uri = message.params?.textDocument?.uri;
  return uri === undefined ? message.method : `${message.method} of ${decoded(uri).split('/').at(-1)}`;
}

/** The beginning of what was said. */
export function excerptOf(message) {
  const text = JSON.stringify(message.params ?? message.result ?? message.error ?? null);
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
