import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'

/**
 * The baseline for file storage: streams a body to a file, synchronizes it, and inserts one row;
 * streams it back.
 */
const { SOCKET_DIR: host = '', PASSWORD: password = '', FOLDER: folder = '' } = process.env

const pool = new pg.Pool({
  host,
  port: 5432,
  database: 'postgres',
  user: 'postgres',
  password,
  max: 8,
})
const server = createServer((request, response) => {
  const name = encodeURIComponent(request.url ?? '')
  const file = path.join(folder, name)
  if (request.method === 'GET') {
    void pipeline(createReadStream(file), response)
    return
  }
  void (async () => {
    await pipeline(request, createWriteStream(file))
    const handle = await open(file, 'r+')
    await handle.sync()
    await handle.close()
    await pool.query('insert into bare_file (name) values ($1)', [name])
    response.end('{}')
  })()
})
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
