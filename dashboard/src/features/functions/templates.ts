export type Template = {
  readonly id: string
  readonly label: string
  readonly description: string
  /** False for callers that have no JWT of the project, such as a webhook's sender. */
  readonly verifiesJwt: boolean
  readonly code: string
}

/** What a new function can start from. None of them needs a module from another site. */
export const TEMPLATES: readonly [Template, ...Template[]] = [
  {
    id: 'hello',
    label: 'Hello world',
    description: 'Reads a name from the body and returns JSON',
    verifiesJwt: true,
    code: `Deno.serve(async (request) => {
  const body = await request.json().catch(() => ({}))
  const name = body.name ?? 'world'
  console.log(\`Greeting \${name}\`)
  return Response.json({ message: \`Hello \${name}\` })
})
`,
  },
  {
    id: 'database',
    label: 'Database access',
    description: 'Reads rows with the rights of the caller',
    verifiesJwt: true,
    code: `const url = Deno.env.get('SUPABASE_URL')
const key = Deno.env.get('SUPABASE_ANON_KEY') ?? ''

Deno.serve(async (request) => {
  // Row level security decides which rows this caller can read.
  const rows = await fetch(\`\${url}/rest/v1/todos?select=*\`, {
    headers: {
      apikey: key,
      authorization: request.headers.get('authorization') ?? \`Bearer \${key}\`,
    },
  })
  return Response.json(await rows.json(), { status: rows.status })
})
`,
  },
  {
    id: 'cors',
    label: 'CORS',
    description: 'Accepts calls from web pages of other origins',
    verifiesJwt: true,
    code: `const headers = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, apikey, content-type, x-client-info',
}

Deno.serve((request) => {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers })
  return Response.json({ message: 'Hello from another origin' }, { headers })
})
`,
  },
  {
    id: 'streaming',
    label: 'Streaming',
    description: 'Sends server-sent events, one per second',
    verifiesJwt: true,
    code: `Deno.serve(() => {
  const encoder = new TextEncoder()
  let timer: ReturnType<typeof setInterval> | undefined
  const body = new ReadableStream({
    start(controller) {
      let count = 0
      timer = setInterval(() => {
        count += 1
        controller.enqueue(encoder.encode(\`data: \${count}\\n\\n\`))
        if (count < 5) return
        clearInterval(timer)
        controller.close()
      }, 1000)
    },
    cancel() {
      clearInterval(timer)
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
})
`,
  },
  {
    id: 'webhook',
    label: 'Webhook',
    description: 'Verifies an HMAC signature with the secret WEBHOOK_SECRET',
    verifiesJwt: false,
    code: `const encoder = new TextEncoder()

async function isSigned(body: string, signature: string): Promise<boolean> {
  const secret = Deno.env.get('WEBHOOK_SECRET')
  if (!secret || !/^(?:[0-9a-f]{2})+$/.test(signature)) return false
  const key = await crypto.subtle.importKey(
    'raw',
    encoder.encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  )
  return crypto.subtle.verify('HMAC', key, Uint8Array.fromHex(signature), encoder.encode(body))
}

Deno.serve(async (request) => {
  const body = await request.text()
  const signature = request.headers.get('x-signature') ?? ''
  if (!(await isSigned(body, signature))) return new Response('Invalid signature', { status: 401 })
  console.log('Received', body)
  return new Response('OK')
})
`,
  },
  {
    id: 'websocket',
    label: 'WebSocket',
    description: 'Sends every message back',
    verifiesJwt: false,
    code: `Deno.serve((request) => {
  if (request.headers.get('upgrade') !== 'websocket')
    return new Response('Connect with a WebSocket', { status: 426 })
  const { socket, response } = Deno.upgradeWebSocket(request)
  socket.onmessage = ({ data }) => socket.send(data)
  return response
})
`,
  },
]
