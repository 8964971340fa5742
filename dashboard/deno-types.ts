import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Plugin } from 'vite'

const NAME = 'virtual:deno-types'
const RESOLVED = `\0${NAME}`
const LIBRARY = /^\/\/\/ <reference lib="([^"]+)" ?\/>/gm
const REFERENCE = /^\/\/\/ <reference .*$/gm
/** Deno declares it itself. */
const LEFT_OUT = new Set(['esnext.temporal'])

/** The globals of Node, whose types Deno has from a package, and what the platform adds. */
const OTHER_GLOBALS = `
declare namespace NodeJS {
  interface Timeout {
    close(): this
    hasRef(): boolean
    ref(): this
    refresh(): this
    unref(): this
    [Symbol.dispose](): void
    [Symbol.toPrimitive](): number
  }
}
declare function setTimeout<Values extends any[]>(
  callback: (...values: Values) => void, ms?: number, ...values: Values): NodeJS.Timeout
declare function setInterval<Values extends any[]>(
  callback: (...values: Values) => void, ms?: number, ...values: Values): NodeJS.Timeout
declare function setImmediate<Values extends any[]>(
  callback: (...values: Values) => void, ...values: Values): NodeJS.Timeout
declare function clearTimeout(timeout?: NodeJS.Timeout | string | number): void
declare function clearInterval(timeout?: NodeJS.Timeout | string | number): void
declare function clearImmediate(immediate?: NodeJS.Timeout): void
declare var global: typeof globalThis
declare var process: any
declare var Buffer: any
type Buffer = any

declare namespace EdgeRuntime {
  /** Keeps the function running until the promise settles, also after the response. */
  function waitUntil<T>(promise: Promise<T>): Promise<T>
}

declare namespace Supabase.ai {
  interface RunOptions {
    /** The protocol of the server that the secret AI_INFERENCE_API_HOST names; 'ollama' if absent. */
    mode?: 'ollama' | 'openaicompatible'
    /** Whether the result is an async iterable of the parts of the response. */
    stream?: boolean
    /** Seconds until the request is given up; 60 if absent. */
    timeout?: number
    signal?: AbortSignal
  }
  /** A session with a language model. */
  class Session {
    constructor(model: string)
    /** @param input a prompt, or the body of a chat completion for 'openaicompatible' */
    run(input: string | object, options?: RunOptions): Promise<any>
  }
}
`

/**
 * The types of Deno and of the JavaScript that it runs as a module of its own, which only the code
 * editor of functions loads. Empty on a machine for which there is no Deno.
 */
export function denoTypes(): Plugin {
  return {
    name: 'deno-types',
    resolveId: (source) => (source === NAME ? RESOLVED : null),
    load: (id) =>
      id === RESOLVED ? `export const denoTypes = ${JSON.stringify(readDenoTypes())}` : null,
  }
}

/** Declaration files without references to others. */
export function readDenoTypes(): readonly string[] {
  const deno = findDeno()
  if (deno === undefined) return []
  const types = execFileSync(deno, ['types'], { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 })
  const files = [...readLibrary('esnext', new Set(LEFT_OUT)), types, OTHER_GLOBALS].map((text) =>
    text.replaceAll(REFERENCE, ''),
  )
  // Names of a module are global only where it says so, so modules stay files of their own.
  const modules = files.filter((text) => /^export\b/m.test(text))
  return [files.filter((text) => !modules.includes(text)).join('\n'), ...modules]
}

/** A library of TypeScript with all that it consists of. */
function readLibrary(name: string, seen: Set<string>): readonly string[] {
  if (seen.has(name)) return []
  seen.add(name)
  const typescript = createRequire(import.meta.url).resolve('typescript')
  const text = readFileSync(path.join(path.dirname(typescript), `lib.${name}.d.ts`), 'utf8')
  const parts = [...text.matchAll(LIBRARY)].flatMap(([, part = '']) => readLibrary(part, seen))
  // The editor's TypeScript is older than the library and does not know this one.
  return [
    ...parts,
    text.replace('BuiltinIteratorReturn = intrinsic', 'BuiltinIteratorReturn = any'),
  ]
}

function findDeno(): string | undefined {
  const system = `${process.platform}-${process.arch}${process.platform === 'linux' ? '-glibc' : ''}`
  try {
    const manifest = createRequire(import.meta.url).resolve(`@deno/${system}/package.json`)
    return path.join(path.dirname(manifest), 'deno')
  } catch {
    return undefined
  }
}
