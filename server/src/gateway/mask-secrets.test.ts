import { expect, it } from 'vitest'
import { maskedSearch, maskedUrl } from './mask-secrets.ts'

it.each([
  ['?select=id,title&id=eq.5', '?select=id,title&id=eq.5'],
  ['?apikey=abc', '?apikey=***'],
  ['?token=a&type=signup&redirect_to=/', '?token=***&type=signup&redirect_to=/'],
  ['?access_token=a=b&x=1', '?access_token=***&x=1'],
  ['?ap%69key=abc', '?ap%69key=***'],
  ['?X-Amz-Signature=0f&X-Amz-Credential=me', '?X-Amz-Signature=***&X-Amz-Credential=***'],
  ['?page=eyJhbGciOiJIUzI1NiJ9.e30.x', '?page=***'],
  ['?sb_secret_abcdef', '?***'],
  ['?broken=%E0%A4&password=%', '?broken=%E0%A4&password=***'],
  ['?', '?'],
])('masks the secrets of %s', (search, masked) => {
  expect(maskedSearch(search)).toBe(masked)
})

it.each([
  ['https://app.example/cb?code=1#access_token=2', 'https://app.example/cb?code=***'],
  ['https://me:pass@app.example/', 'https://app.example/'],
  ['https://app.example/a', 'https://app.example/a'],
])('masks the secrets of the URL %s', (url, masked) => {
  expect(maskedUrl(url)).toBe(masked)
})
