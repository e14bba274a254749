// lspcheck's own version; the bundler inlines the file.
import manifest from '../../package.json' with { type: 'json' };

export const version: string = manifest.version;
