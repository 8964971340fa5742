/// <reference types="vite/client" />

/** See `deno-types.ts`. */
declare module 'virtual:deno-types' {
  export const denoTypes: readonly string[]
}
