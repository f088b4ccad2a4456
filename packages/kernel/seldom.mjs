/** A transform of the AssemblyScript compiler: what runs seldom is not inlined, and leaves room for what runs thousands of times in a step. */
import binaryen from 'assemblyscript/binaryen';
import { Transform } from 'assemblyscript/transform';

const SELDOM = new RegExp(
  `^assembly/(${[
    'snapshot/',
    'world/create/',
    'islands/',
    'bodies/lifecycle/',
    'contacts/lifecycle/(?!mayCollide|is)',
    'continuous/(follow-stopped/|sweep/Sweep#set)',
    'memory/(pages/|table/Table#(take|free)$)',
    'mesh/(patches/Patches#stray|facet-hull/(addTip|addShapeFace|lowestOf))$',
    String.raw`math/vec/V\.perpendicular$`,
  ].join('|')})`,
);
/** Of a field. The compiler makes one of all that read or write what lies as far from the start of their records, with the name of the first. */
const ACCESSOR = /#[gs]et:/;

export default class extends Transform {
  afterCompile(module) {
    for (let i = 0; i < module.getNumFunctions(); i++) {
      const { name } = binaryen.getFunctionInfo(module.getFunctionByIndex(i));
      if (!SELDOM.test(name) || ACCESSOR.test(name)) continue;
      binaryen.setPassArgument('no-inline', name);
      module.runPasses(['no-inline']);
    }
    binaryen.clearPassArguments();
  }
}
