// Servers that are known from their own documentation only: where they are found and which files are theirs. Nothing
// was measured, so they settle by the cautious rule, and none is called tested.

import type { NonEmpty } from '../model/base.js';
import type { LanguageIdMap, LaunchCandidate, ServerDefinition } from '../model/server-definition.js';
import { define } from './define.js';

// Its default rules are nobody's wish: only with its own config file.
export const ruff = define({
  name: 'ruff',
  language: 'Python',
  launch: one('ruff', ['server']),
  files: ['*.py', '*.pyi'],
  languageId: always('python'),
  rootMarkers: ['ruff.toml', '.ruff.toml', 'pyproject.toml'],
  activatesOn: ['ruff.toml', '.ruff.toml'],
  overlay: 'self',
  executesWorkspaceCode: false,
  writes: ['.ruff_cache in the root'],
  installHint: 'pip install ruff',
  source: 'https://docs.astral.sh/ruff/editors/setup/',
});

export const ty = define({
  name: 'ty',
  language: 'Python',
  group: 'python',
  launch: one('ty', ['server']),
  files: ['*.py', '*.pyi'],
  languageId: always('python'),
  rootMarkers: ['ty.toml', 'pyproject.toml'],
  overlay: 'self',
  executesWorkspaceCode: false,
  installHint: 'pip install ty',
  source: 'https://docs.astral.sh/ty/editors/',
});

// Metadata files beside the projects are switched off, as VS Code does.
export const jdtls = define({
  name: 'jdtls',
  language: 'Java',
  launch: one('jdtls', []),
  needsPrograms: [{ name: 'java', hint: 'install a JDK, 21 or newer' }],
  files: ['*.java'],
  languageId: always('java'),
  rootMarkers: ['pom.xml', 'build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'],
  initializationOptions: {
    settings: { java: { import: { generatesMetadataFilesAtProjectRoot: false } } },
  },
  settings: { java: { import: { generatesMetadataFilesAtProjectRoot: false } } },
  overlay: 'self',
  // Maven and Gradle builds.
  executesWorkspaceCode: true,
  writes: ['its workspace data in the home folder, and what a Maven or Gradle import writes'],
  installHint: 'brew install jdtls',
  source: 'https://github.com/eclipse-jdtls/eclipse.jdt.ls',
});

export const luaLanguageServer = define({
  name: 'lua-language-server',
  language: 'Lua',
  launch: one('lua-language-server', []),
  files: ['*.lua'],
  languageId: always('lua'),
  rootMarkers: ['.luarc.json', '.luarc.jsonc'],
  settings: { Lua: { telemetry: { enable: false }, workspace: { checkThirdParty: false } } },
  overlay: 'self',
  // A plugin named in .luarc.json.
  executesWorkspaceCode: true,
  installHint: 'brew install lua-language-server',
  source: 'https://luals.github.io/',
});

// Part of the Swift toolchain; C files of a Swift package are clangd's here.
export const sourcekitLsp = define({
  name: 'sourcekit-lsp',
  language: 'Swift',
  launch: one('sourcekit-lsp', []),
  files: ['*.swift'],
  languageId: always('swift'),
  rootMarkers: ['Package.swift', 'buildServer.json', 'compile_commands.json'],
  overlay: 'self',
  // Package.swift is a program, and so are its macros and build plugins.
  executesWorkspaceCode: true,
  writes: ['.build in the root of a package'],
  installHint: 'install the Swift toolchain (https://www.swift.org/install)',
  source: 'https://github.com/swiftlang/sourcekit-lsp',
});

// The tool csharp-ls, and Roslyn's own server as VS Code ships it.
export const csharp = define({
  name: 'csharp',
  language: 'C#',
  launch: {
    kind: 'candidates',
    candidates: [
      { bin: 'csharp-ls', args: [] },
      { bin: 'Microsoft.CodeAnalysis.LanguageServer', args: ['--stdio', '--logLevel', 'Information'] },
    ],
  },
  needsPrograms: [{ name: 'dotnet', hint: 'install the .NET SDK' }],
  files: ['*.cs'],
  languageId: always('csharp'),
  rootMarkers: ['*.sln', '*.slnx', '*.csproj'],
  overlay: 'self',
  // MSBuild targets and analyzers.
  executesWorkspaceCode: true,
  writes: ['obj in each project, when it restores packages'],
  installHint: 'dotnet tool install --global csharp-ls',
  source: 'https://github.com/razzmatazz/csharp-language-server',
});

// It composes a bundle of its own.
export const rubyLsp = define({
  name: 'ruby-lsp',
  language: 'Ruby',
  launch: one('ruby-lsp', []),
  files: ['*.rb', '*.rake', '*.gemspec', 'Gemfile', 'Rakefile'],
  languageId: always('ruby'),
  rootMarkers: ['Gemfile'],
  initializationOptions: { enabledFeatures: { diagnostics: true }, experimentalFeaturesEnabled: false },
  overlay: 'self',
  // The Gemfile is a program.
  executesWorkspaceCode: true,
  writes: ['.ruby-lsp in the root'],
  installHint: 'gem install ruby-lsp',
  source: 'https://shopify.github.io/ruby-lsp/',
});

// ElixirLS, and its successor Expert.
export const elixir = define({
  name: 'elixir',
  language: 'Elixir',
  launch: {
    kind: 'candidates',
    candidates: [
      { bin: 'elixir-ls', args: [] },
      { bin: 'expert', args: ['--stdio'] },
    ],
  },
  needsPrograms: [{ name: 'elixir', hint: 'install Elixir' }],
  files: ['*.ex', '*.exs', '*.heex'],
  languageId: { byExtension: { '.ex': 'elixir', '.exs': 'elixir', '.heex': 'phoenix-heex' }, byName: {} },
  rootMarkers: ['mix.exs'],
  settings: { elixirLS: { autoBuild: true, dialyzerEnabled: false, fetchDeps: false } },
  overlay: 'self',
  // mix.exs and macros.
  executesWorkspaceCode: true,
  writes: ['.elixir_ls and _build in the root'],
  installHint: 'brew install elixir-ls',
  source: 'https://github.com/elixir-lsp/elixir-ls',
});

// Errors beyond syntax need its build on save.
export const zls = define({
  name: 'zls',
  language: 'Zig',
  launch: one('zls', []),
  needsPrograms: [{ name: 'zig', hint: 'install Zig' }],
  files: ['*.zig', '*.zon'],
  languageId: always('zig'),
  rootMarkers: ['build.zig', 'zls.build.json'],
  overlay: 'self',
  // build.zig is a program.
  executesWorkspaceCode: true,
  writes: ['.zig-cache in the root'],
  installHint: 'brew install zls',
  source: 'https://zigtools.org/zls/',
});

// The wrapper picks the server of the project's GHC.
export const haskell = define({
  name: 'haskell',
  language: 'Haskell',
  launch: one('haskell-language-server-wrapper', ['--lsp']),
  files: ['*.hs', '*.lhs'],
  languageId: { byExtension: { '.hs': 'haskell', '.lhs': 'literate haskell' }, byName: {} },
  rootMarkers: ['hie.yaml', 'stack.yaml', 'cabal.project', '*.cabal', 'package.yaml'],
  settings: { haskell: { checkProject: false } },
  overlay: 'self',
  // Template Haskell, and cradles that name programs.
  executesWorkspaceCode: true,
  writes: ['dist-newstyle or .stack-work in the root'],
  installHint: 'ghcup install hls',
  source: 'https://haskell-language-server.readthedocs.io/',
});

// JetBrains' server, and the older one of the community.
export const kotlin = define({
  name: 'kotlin',
  language: 'Kotlin',
  launch: {
    kind: 'candidates',
    candidates: [
      { bin: 'kotlin-lsp', args: ['--stdio'] },
      { bin: 'kotlin-language-server', args: [] },
    ],
  },
  needsPrograms: [{ name: 'java', hint: 'install a JDK, 17 or newer' }],
  files: ['*.kt', '*.kts'],
  languageId: always('kotlin'),
  rootMarkers: ['settings.gradle', 'settings.gradle.kts', 'build.gradle', 'build.gradle.kts', 'pom.xml'],
  overlay: 'self',
  // Gradle builds.
  executesWorkspaceCode: true,
  writes: ['what a Gradle import writes'],
  installHint: 'brew install JetBrains/utils/kotlin-lsp',
  source: 'https://github.com/Kotlin/kotlin-lsp',
});

export const terraform = define({
  name: 'terraform',
  language: 'Terraform',
  launch: one('terraform-ls', ['serve']),
  files: ['*.tf', '*.tfvars'],
  languageId: { byExtension: { '.tf': 'terraform', '.tfvars': 'terraform-vars' }, byName: {} },
  rootMarkers: ['.terraform.lock.hcl', '.terraform'],
  initializationOptions: { experimentalFeatures: { validateOnSave: false } },
  overlay: 'self',
  executesWorkspaceCode: false,
  installHint: 'brew install hashicorp/tap/terraform-ls',
  source: 'https://github.com/hashicorp/terraform-ls/blob/main/docs/language-clients.md',
});

/** In the order of the catalogue. */
export const listed: readonly ServerDefinition[] = [
  ruff,
  ty,
  jdtls,
  luaLanguageServer,
  sourcekitLsp,
  csharp,
  rubyLsp,
  elixir,
  zls,
  haskell,
  kotlin,
  terraform,
];

function one(bin: string, args: LaunchCandidate['args']): ServerDefinition['launch'] {
  const candidates: NonEmpty<LaunchCandidate> = [{ bin, args }];
  return { kind: 'candidates', candidates };
}

function always(id: string): LanguageIdMap {
  return { default: id, byExtension: {}, byName: {} };
}
