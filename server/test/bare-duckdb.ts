import { DuckDBInstance } from '@duckdb/node-api'

/** The query engine of the logs without anything around it, for comparison. */
export async function openBareDuckdb() {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' })
  const connection = await instance.connect()
  return {
    run: async (text: string) => (await connection.runAndReadAll(text)).getRows(),
    close() {
      connection.closeSync()
      instance.closeSync()
    },
  }
}
