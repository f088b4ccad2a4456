import { BufferAttribute, BufferGeometry, DynamicDrawUsage, type Color, type Vector3 } from 'three';

/** Coloured lines that are written anew, in memory that only grows. */
export class LineBuffer {
  // With its type: the one that the compiler writes down has parameters that older types of three do not know.
  readonly geometry: BufferGeometry = new BufferGeometry();
  private positions = new Float32Array(0);
  private colours = new Float32Array(0);
  private count = 0;

  clear(): void {
    this.count = 0;
  }

  line(from: Vector3, to: Vector3, colour: Color): void {
    if ((this.count + 2) * 3 > this.positions.length) this.grow();
    const { positions, colours } = this;
    for (const point of [from, to]) {
      const at = 3 * this.count++;
      point.toArray(positions, at);
      colour.toArray(colours, at);
    }
  }

  /** Shows what was written since `clear`. */
  show(): void {
    const { geometry } = this;
    if (geometry.attributes.position?.array !== this.positions) {
      // Buffers on the graphics card have the length that they began with.
      geometry.dispose();
      geometry.setAttribute('position', new BufferAttribute(this.positions, 3).setUsage(DynamicDrawUsage));
      geometry.setAttribute('color', new BufferAttribute(this.colours, 3).setUsage(DynamicDrawUsage));
    }
    geometry.setDrawRange(0, this.count);
    geometry.attributes.position!.needsUpdate = true;
    geometry.attributes.color!.needsUpdate = true;
  }

  dispose(): void {
    this.geometry.dispose();
  }

  private grow(): void {
    const length = Math.max(3072, this.positions.length * 2);
    const longer = (old: Float32Array): Float32Array<ArrayBuffer> => {
      const array = new Float32Array(length);
      array.set(old);
      return array;
    };
    this.positions = longer(this.positions);
    this.colours = longer(this.colours);
  }
}
