import { expect, it } from 'vitest'
import { needsSignedResponse } from './encryption.ts'

const XMLENC = 'http://www.w3.org/2001/04/xmlenc#'
const XMLENC11 = 'http://www.w3.org/2009/xmlenc11#'
const encryptedWith = (...algorithms: string[]) =>
  `<r xmlns:x="${XMLENC}">${algorithms
    .map((algorithm) => `<x:EncryptionMethod Algorithm="${algorithm}"/>`)
    .join('')}</r>`

it('needs no signed response without encryption, and with algorithms that authenticate', () => {
  expect(needsSignedResponse('<r/>')).toBe(false)
  expect(
    needsSignedResponse(encryptedWith(`${XMLENC11}aes256-gcm`, `${XMLENC}rsa-oaep-mgf1p`)),
  ).toBe(false)
})

it('needs a signed response with CBC, even if only one part uses it', () => {
  expect(needsSignedResponse(encryptedWith(`${XMLENC11}aes128-gcm`, `${XMLENC}aes128-cbc`))).toBe(
    true,
  )
})

it.each([
  ['RSA 1.5', encryptedWith(`${XMLENC}rsa-1_5`)],
  [
    'RSA 1.5 with a character reference',
    encryptedWith('http://www.w3.org/2001/04/xmlenc&#35;rsa-1_5'),
  ],
  ['RSA 1.5 beside a safe algorithm', encryptedWith(`${XMLENC11}aes256-gcm`, `${XMLENC}rsa-1_5`)],
  ['triple DES', encryptedWith(`${XMLENC}tripledes-cbc`)],
  ['an unknown algorithm', encryptedWith('urn:other')],
  ['no algorithm', '<EncryptionMethod/>'],
  ['another prefix', `<a:EncryptionMethod xmlns:a="urn:a" Algorithm="${XMLENC}rsa-1_5"/>`],
  ['a text that is not XML', '<r'],
])('refuses %s', (_, xml) => {
  expect(() => needsSignedResponse(xml)).toThrow(expect.objectContaining({ status: 400 }))
})
