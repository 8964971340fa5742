import { curlCommand } from './curl.ts'
import type { SampleLanguage } from './languages.ts'
import { javascriptString, pythonString } from './literals.ts'

type Facts = { readonly url: string; readonly key: string }
type Written = Readonly<Record<SampleLanguage, string>>

export const installSample: Written = {
  javascript: 'npm install @supabase/supabase-js',
  python: 'pip install supabase',
  curl: 'curl --version',
}

/** Creates the client that all other samples use; for curl, a request that needs no table. */
export const clientSample = ({ url, key }: Facts): Written => ({
  javascript: `import { createClient } from '@supabase/supabase-js'

const supabase = createClient(
  ${javascriptString(url)},
  ${javascriptString(key)},
)`,
  python: `from supabase import create_client

supabase = create_client(
    ${pythonString(url)},
    ${pythonString(key)},
)`,
  curl: curlCommand({ url: `${url}/rest/v1/`, headers: [`apikey: ${key}`] }),
})

const EMAIL = 'person@example.com'
const PASSWORD = 'a long passphrase'

export const signUpSample = ({ url, key }: Facts): Written => ({
  javascript: `const { data, error } = await supabase.auth.signUp({
  email: '${EMAIL}',
  password: '${PASSWORD}',
})`,
  python: `response = supabase.auth.sign_up({
    "email": "${EMAIL}",
    "password": "${PASSWORD}",
})`,
  curl: curlCommand({
    method: 'POST',
    url: `${url}/auth/v1/signup`,
    headers: [`apikey: ${key}`],
    body: { email: EMAIL, password: PASSWORD },
  }),
})

export const signInSample = ({ url, key }: Facts): Written => ({
  javascript: `const { data, error } = await supabase.auth.signInWithPassword({
  email: '${EMAIL}',
  password: '${PASSWORD}',
})`,
  python: `response = supabase.auth.sign_in_with_password({
    "email": "${EMAIL}",
    "password": "${PASSWORD}",
})`,
  curl: curlCommand({
    method: 'POST',
    url: `${url}/auth/v1/token?grant_type=password`,
    headers: [`apikey: ${key}`],
    body: { email: EMAIL, password: PASSWORD },
  }),
})

/** Reads the signed-in user; with curl, the access token is passed by hand. */
export const userSample = ({ url, key }: Facts): Written => ({
  javascript: 'const { data, error } = await supabase.auth.getUser()',
  python: 'response = supabase.auth.get_user()',
  curl: curlCommand({
    url: `${url}/auth/v1/user`,
    headers: [`apikey: ${key}`, 'Authorization: Bearer YOUR-ACCESS-TOKEN'],
  }),
})
