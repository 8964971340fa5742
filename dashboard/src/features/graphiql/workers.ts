/* oxlint-disable import/default -- made by the bundler from the address's ?worker */
import EditorWorker from 'monaco-editor/esm/vs/editor/editor.worker.js?worker'
import JsonWorker from 'monaco-editor/esm/vs/language/json/json.worker.js?worker'
import GraphqlWorker from 'monaco-graphql/esm/graphql.worker.js?worker'

/**
 * Sets where Monaco loads its workers from while the page is open. The SQL editor has its own
 * workers, which Monaco finds when `MonacoEnvironment` is not set.
 */
export function provideWorkers(): () => void {
  const before = Reflect.get(globalThis, 'MonacoEnvironment')
  Reflect.set(globalThis, 'MonacoEnvironment', {
    getWorker(_id: string, label: string): Worker {
      if (label === 'json') return new JsonWorker()
      if (label === 'graphql') return new GraphqlWorker()
      return new EditorWorker()
    },
  })
  return () => void Reflect.set(globalThis, 'MonacoEnvironment', before)
}
