import { createFunctionsApp } from './app.ts'

/** A server with a function in an endless loop, to be killed; prints the number of its process. */
const app = await createFunctionsApp({ cpuMs: 60_000 })
await app.deploy(
  'victim',
  `Deno.serve((request) => {
     if (!request.url.endsWith('/loop')) return new Response(String(Deno.pid))
     for (;;);
   })`,
)
const pid = await (await app.call('victim')).text()
void app.call('victim/loop').catch(() => {})
process.stdout.write(pid)
