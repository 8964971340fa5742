import { expect, it } from 'vitest'
import { signatureHeader } from './oauth1.ts'

it('signs a request as in the example of the OAuth 1.0 specification', () => {
  const header = signatureHeader({
    method: 'GET',
    url: 'http://photos.example.net/photos?file=vacation.jpg&size=original',
    consumer: { token: 'dpf43f3p2l4k3l03', secret: 'kd94hf93k423kf44' },
    token: { token: 'nnch734d00sl2jdk', secret: 'pfkkdhi9sl3r4s00' },
    timestamp: '1191242096',
    nonce: 'kllo9940pd9333jh',
  })
  expect(header).toContain('oauth_signature="tR3%2BTy81lMeYAr%2FFid0kMTYa%2FWM%3D"')
  expect(header).not.toContain('kd94hf93k423kf44')
})
