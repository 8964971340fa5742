import { afterEach, expect, it } from 'vitest'
import { loadMonaco } from './monaco-loader.ts'

afterEach(() => document.head.replaceChildren())

/** The address of the first script that is fetched; it fails, so that each test begins anew. */
async function firstScript() {
  const loading = loadMonaco()
  const script = document.querySelector('script')
  const address = script?.src
  script?.dispatchEvent(new Event('error'))
  await expect(loading).rejects.toThrow('The code editor could not be loaded')
  return address
}

// SPEC: "or from a local folder otherwise."
it('the code editor comes from the server itself', async () => {
  expect(await firstScript()).toBe(`${location.origin}/monaco/vs/loader.js`)
})

// SPEC: "Code editor loads from a CDN on the platform,"
it('the code editor comes from the CDN that the page names', async () => {
  const meta = Object.assign(document.createElement('meta'), {
    name: 'code-editor',
    content: 'https://cdn.example/vs',
  })
  document.head.append(meta)
  expect(await firstScript()).toBe('https://cdn.example/vs/loader.js')
})
