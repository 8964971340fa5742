/**
 * Sends one body to one address again and again until its input ends. It runs in a process of its
 * own, so that the work of sending does not delay the measurement beside it.
 */
import { ATTACKS, plainBody } from './hostile-bodies.ts'

const [name = '', url = '', key = '', kind = ''] = process.argv.slice(2)
const attack = ATTACKS.find(({ what }) => what === name)
if (!attack) throw new Error(`No attack ${name}`)
const sent = Buffer.from(attack.body)
const { body, type } = kind === 'plain' ? plainBody(sent.length) : { body: sent, type: attack.type }

process.stdin.on('end', () => process.exit()).resume()
await Promise.all(Array.from({ length: 2 }, repeat))

async function repeat(): Promise<void> {
  for (;;)
    await fetch(url + attack?.path, {
      method: 'POST',
      headers: { apikey: key, 'content-type': type },
      body,
    }).then(
      (response) => response.arrayBuffer(),
      () => undefined,
    )
}
