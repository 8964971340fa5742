import { testHostileOperations } from '../support/hostile-operations.ts'

testHostileOperations(100)
