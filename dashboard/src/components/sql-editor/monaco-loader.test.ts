import { afterEach, expect, it } from 'vitest'
import { loadMonaco } from './monaco-loader.ts'

afterEach(() => document.head.replaceChildren())

/**
 * Returns the URL of the first script requested. It fails to load, so that each test starts fresh.
 */
async function firstScript() {
  const loading = loadMonaco()
  const script = document.querySelector('script')
  const address = script?.src
  script?.dispatchEvent(new Event('error'))
  await expect(loading).rejects.toThrow('Could not load the code editor')
  return address
}

// SPEC: "or from a local folder otherwise."
it('the code editor loads from the server itself by default', async () => {
  expect(await firstScript()).toBe(`${location.origin}/monaco/vs/loader.js`)
})

// SPEC: "Code editor loads from a CDN on the platform,"
it('the code editor loads from the CDN that the page names', async () => {
  const meta = Object.assign(document.createElement('meta'), {
    name: 'code-editor',
    content: 'https://cdn.example/vs',
  })
  document.head.append(meta)
  expect(await firstScript()).toBe('https://cdn.example/vs/loader.js')
})
