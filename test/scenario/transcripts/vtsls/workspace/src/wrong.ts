// The emoji counts as two columns: 🎯
export const count: number = 'three';
