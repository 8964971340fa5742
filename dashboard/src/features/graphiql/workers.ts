/* oxlint-disable import/default -- made by the bundler from the address's ?worker */
import EditorWorker from 'monaco-editor/esm/vs/editor/editor.worker.js?worker'
import JsonWorker from 'monaco-editor/esm/vs/language/json/json.worker.js?worker'
import GraphqlWorker from 'monaco-graphql/esm/graphql.worker.js?worker'

/**
 * Sets where Monaco loads its workers from. The setting stays after the page is left, because
 * GraphiQL checks operations with a delay. The SQL editor has the same version of Monaco and can
 * use the worker, too.
 */
export function provideWorkers(): void {
  Reflect.set(globalThis, 'MonacoEnvironment', {
    getWorker(_id: string, label: string): Worker {
      if (label === 'json') return new JsonWorker()
      if (label === 'graphql') return new GraphqlWorker()
      return new EditorWorker()
    },
  })
}
