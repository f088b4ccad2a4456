/** A transform of the AssemblyScript compiler: what runs seldom is not inlined, and leaves room for what runs thousands of times in a step. */
import binaryen from 'assemblyscript/binaryen';
import { Transform } from 'assemblyscript/transform';

const SELDOM = ['assembly/snapshot/*', 'assembly/islands/*', 'assembly/math/vec/V.perpendicular'];

export default class extends Transform {
  afterCompile(module) {
    for (const functions of SELDOM) {
      binaryen.setPassArgument('no-inline', functions);
      module.runPasses(['no-inline']);
    }
    binaryen.clearPassArguments();
  }
}
