import type { languages } from 'monaco-editor'
import type { MonacoApi } from '../../../components/sql-editor/monaco-loader.ts'

/** Values of TypeScript's enums that the editor does not export. */
const UNNAMED: Readonly<Record<string, number>> = {
  // Files without imports are modules too, so their names do not collide with those of other files.
  moduleDetection: 3,
  // Imports name files with their extension, as for a bundler.
  moduleResolution: 100,
}

/** Deno's defaults, as far as the editor knows the modules. */
function compilerOptions({ languages }: MonacoApi): languages.typescript.CompilerOptions {
  const { JsxEmit, ModuleKind, ScriptTarget } = languages.typescript
  return {
    ...UNNAMED,
    allowImportingTsExtensions: true,
    allowJs: true,
    allowNonTsExtensions: true,
    // JSX is preserved, so that no library types are needed for it.
    jsx: JsxEmit.Preserve,
    module: ModuleKind.ESNext,
    noEmit: true,
    // Parameters get their types from remote modules, which are unknown here.
    noImplicitAny: false,
    // Deno's types include the library.
    noLib: true,
    strict: true,
    target: ScriptTarget.ESNext,
  }
}

/** Remote modules are resolved and checked on the server. */
const IGNORED_CODES = [2307, 2792, 2875, 7016]

let prepared: MonacoApi | undefined

/**
 * Makes TypeScript in the editor check code as Deno runs it. Until Deno's types have loaded, only
 * the syntax is checked. Runs once.
 */
export function prepareTypeScript(monaco: MonacoApi): void {
  if (prepared === monaco) return
  prepared = monaco
  const { javascriptDefaults, typescriptDefaults } = monaco.languages.typescript
  for (const defaults of [javascriptDefaults, typescriptDefaults]) {
    defaults.setCompilerOptions(compilerOptions(monaco))
    // Each file can import from the others.
    defaults.setEagerModelSync(true)
    defaults.setDiagnosticsOptions({ noSemanticValidation: true })
  }
  monaco.languages.json.jsonDefaults.setDiagnosticsOptions({
    validate: true,
    comments: 'ignore',
    trailingCommas: 'ignore',
  })
  // If they fail to load, completion knows only the function's own names.
  import('virtual:deno-types').then(
    ({ denoTypes }) => {
      if (denoTypes.length === 0) return
      for (const defaults of [javascriptDefaults, typescriptDefaults])
        for (const [index, text] of denoTypes.entries())
          defaults.addExtraLib(text, `deno:types-${index}.d.ts`)
      // Deno does not check JavaScript.
      typescriptDefaults.setDiagnosticsOptions({
        diagnosticCodesToIgnore: IGNORED_CODES,
        noSuggestionDiagnostics: true,
      })
    },
    () => undefined,
  )
}
