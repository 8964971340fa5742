export type Template = {
  readonly id: string
  readonly label: string
  readonly description: string
  /** False for callers that have no JWT of the project, such as a webhook's sender. */
  readonly verifiesJwt: boolean
  readonly code: string
}

/** Templates for a new function. Only Express and the AI SDK need packages. */
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
  {
    id: 'storage',
    label: 'Storage upload',
    description: 'Stores the body of the request as a file in the bucket uploads',
    verifiesJwt: true,
    code: `const url = Deno.env.get('SUPABASE_URL')
const key = Deno.env.get('SUPABASE_ANON_KEY') ?? ''

Deno.serve(async (request) => {
  const name = new URL(request.url).searchParams.get('name')
  if (!name) return Response.json({ error: 'Send ?name=' }, { status: 400 })
  // The policies of the bucket decide whether this caller can upload.
  return fetch(\`\${url}/storage/v1/object/uploads/\${encodeURIComponent(name)}\`, {
    method: 'POST',
    headers: {
      apikey: key,
      authorization: request.headers.get('authorization') ?? \`Bearer \${key}\`,
      'content-type': request.headers.get('content-type') ?? 'application/octet-stream',
    },
    body: request.body,
  })
})
`,
  },
  {
    id: 'background',
    label: 'Background task',
    description: 'Responds at once and continues to work afterwards',
    verifiesJwt: true,
    code: `async function work(id: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 2000))
  console.log('Finished', id)
}

Deno.serve(() => {
  const id = crypto.randomUUID()
  EdgeRuntime.waitUntil(work(id))
  return Response.json({ id }, { status: 202 })
})
`,
  },
  {
    id: 'email',
    label: 'Send email with Resend',
    description: 'Sends an email with the secret RESEND_API_KEY',
    verifiesJwt: true,
    code: `Deno.serve(async (request) => {
  const { to, subject, html } = await request.json()
  const response = await fetch('https://api.resend.com/emails', {
    method: 'POST',
    headers: {
      authorization: \`Bearer \${Deno.env.get('RESEND_API_KEY')}\`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ from: 'onboarding@resend.dev', to, subject, html }),
  })
  return Response.json(await response.json(), { status: response.status })
})
`,
  },
  {
    id: 'openai',
    label: 'OpenAI proxy',
    description: 'Streams a completion with the secret OPENAI_API_KEY',
    verifiesJwt: true,
    code: `Deno.serve(async (request) => {
  const { prompt } = await request.json()
  const response = await fetch('https://api.openai.com/v1/chat/completions', {
    method: 'POST',
    headers: {
      authorization: \`Bearer \${Deno.env.get('OPENAI_API_KEY')}\`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      model: 'gpt-4o-mini',
      messages: [{ role: 'user', content: prompt }],
      stream: true,
    }),
  })
  return new Response(response.body, {
    status: response.status,
    headers: { 'content-type': response.headers.get('content-type') ?? 'text/event-stream' },
  })
})
`,
  },
  {
    id: 'ai-sdk',
    label: 'Stream text with the AI SDK',
    description: 'Streams the answer of a model with the secret OPENAI_API_KEY',
    verifiesJwt: true,
    code: `import { createOpenAI } from 'npm:@ai-sdk/openai@4'
import { streamText } from 'npm:ai@7'

// The secret OPENAI_BASE_URL names another server with the same API.
const openai = createOpenAI({
  apiKey: Deno.env.get('OPENAI_API_KEY'),
  baseURL: Deno.env.get('OPENAI_BASE_URL') ?? 'https://api.openai.com/v1',
})

Deno.serve(async (request) => {
  const { prompt } = await request.json()
  const result = streamText({ model: openai.chat('gpt-4o-mini'), prompt })
  return result.toTextStreamResponse()
})
`,
  },
  {
    id: 'model',
    label: 'Language model',
    description: 'Asks a model at the server in the secret AI_INFERENCE_API_HOST',
    verifiesJwt: true,
    code: `const session = new Supabase.ai.Session('mistral')

Deno.serve(async (request) => {
  const { prompt } = await request.json()
  const parts = await session.run(prompt, { stream: true, timeout: 60 })
  const encoder = new TextEncoder()
  const body = new ReadableStream({
    async start(controller) {
      for await (const { response } of parts) controller.enqueue(encoder.encode(response))
      controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
})
`,
  },
  {
    id: 'stripe',
    label: 'Stripe webhook',
    description: 'Verifies Stripe’s signature with the secret STRIPE_WEBHOOK_SECRET',
    verifiesJwt: false,
    code: `const encoder = new TextEncoder()
const TOLERANCE_SECONDS = 300

/** Stripe signs the time and the body: "t=1700000000,v1=5f3a…". */
async function isSigned(body: string, header: string): Promise<boolean> {
  const secret = Deno.env.get('STRIPE_WEBHOOK_SECRET')
  const time = /(?:^|,)t=(\\d+)/.exec(header)?.[1]
  const signatures = [...header.matchAll(/(?:^|,)v1=((?:[0-9a-f]{2})+)/g)]
  if (!secret || !time || Math.abs(Date.now() / 1000 - Number(time)) > TOLERANCE_SECONDS)
    return false
  const key = await crypto.subtle.importKey(
    'raw',
    encoder.encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  )
  const signed = encoder.encode(\`\${time}.\${body}\`)
  for (const [, signature = ''] of signatures)
    if (await crypto.subtle.verify('HMAC', key, Uint8Array.fromHex(signature), signed)) return true
  return false
}

Deno.serve(async (request) => {
  const body = await request.text()
  if (!(await isSigned(body, request.headers.get('stripe-signature') ?? '')))
    return new Response('Invalid signature', { status: 400 })
  const event = JSON.parse(body)
  console.log('Received', event.type, event.id)
  return Response.json({ received: true })
})
`,
  },
  {
    id: 'node',
    label: 'Node built-ins',
    description: 'Uses modules of Node',
    verifiesJwt: true,
    code: `import { createHash } from 'node:crypto'
import { format } from 'node:util'

Deno.serve(async (request) => {
  const digest = createHash('sha256').update(await request.text()).digest('hex')
  console.log(format('The digest is %s', digest))
  return Response.json({ digest })
})
`,
  },
  {
    id: 'express',
    label: 'Express',
    description: 'Routes requests with Express from npm',
    verifiesJwt: true,
    code: `import express from 'npm:express@5'

const app = express()
app.use(express.json())

// Paths start with the name of the function.
app.get('/:function', (_request, response) => {
  response.json({ message: 'Hello' })
})
app.post('/:function/items', (request, response) => {
  response.status(201).json(request.body)
})

app.listen(8000)
`,
  },
]
