import { expect, it } from 'vitest'
import { apiUrlOf } from './api-url.ts'

it.each([
  ['no public URL', {}, 'http://localhost:8001'],
  ['a public URL with a name', { publicUrl: 'https://stoa.example' }, 'https://stoa.example'],
  [
    'an address that the server listens on',
    { publicUrl: 'http://192.0.2.7:8000', host: '0.0.0.0' },
    'http://192.0.2.7:8001',
  ],
  [
    'an IPv6 address that the server listens on',
    { publicUrl: 'http://[2001:db8::7]:8000', host: '::' },
    'http://[2001:db8::7]:8001',
  ],
  [
    'an address of a proxy in front of the server',
    { publicUrl: 'http://192.0.2.7:8000' },
    'http://192.0.2.7:8000',
  ],
  [
    'an address with TLS, which only a proxy gives',
    { publicUrl: 'https://192.0.2.7', host: '0.0.0.0' },
    'https://192.0.2.7',
  ],
  [
    'an API URL of its own',
    { publicUrl: 'https://stoa.example', apiUrl: 'https://api.example' },
    'https://api.example',
  ],
])('project APIs with %s', (_case, given, expected) => {
  const config = { apiUrl: undefined, publicUrl: undefined, host: '127.0.0.1', ...given }
  expect(apiUrlOf(config, 8001)).toBe(expected)
})
