;; Estimates of cosines from two-bit codes of vectors; see vector-code.ts for what a code is.
;;
;; A block holds 16 rows: of each of the two planes, column by column, 16 bytes, one a row, with the bits of eight components; then a
;; scale (f32) for each row. A byte's halves are looked up in tables of 16 sums (u8) each, two tables a column, 16 rows at once.
;; 'columns' is a multiple of 4 and at most 256, so that a sum of all columns fits into 16 bits.
(module
  (import "env" "memory" (memory 1))

  ;; Adds up what the tables say of the bytes of one plane: rows 0 … 7 and 8 … 15 as u16, in two vectors.
  (func $plane (param $codes i32) (param $columns i32) (param $tables i32) (result v128 v128)
    (local $end i32) (local $v v128) (local $r v128) (local $all v128) (local $odd v128) (local $even v128)
    (local.set $end (i32.add (local.get $codes) (i32.shl (local.get $columns) (i32.const 4))))
    (loop $column
      (local.set $v (v128.load (local.get $codes)))
      (local.set $r (i8x16.add
        (i8x16.swizzle (v128.load (local.get $tables)) (v128.and (local.get $v) (i8x16.splat (i32.const 15))))
        (i8x16.swizzle (v128.load offset=16 (local.get $tables)) (i8x16.shr_u (local.get $v) (i32.const 4)))))
      (local.set $all (i16x8.add (local.get $all) (local.get $r)))
      (local.set $odd (i16x8.add (local.get $odd) (i16x8.shr_u (local.get $r) (i32.const 8))))
      (local.set $v (v128.load offset=16 (local.get $codes)))
      (local.set $r (i8x16.add
        (i8x16.swizzle (v128.load offset=32 (local.get $tables)) (v128.and (local.get $v) (i8x16.splat (i32.const 15))))
        (i8x16.swizzle (v128.load offset=48 (local.get $tables)) (i8x16.shr_u (local.get $v) (i32.const 4)))))
      (local.set $all (i16x8.add (local.get $all) (local.get $r)))
      (local.set $odd (i16x8.add (local.get $odd) (i16x8.shr_u (local.get $r) (i32.const 8))))
      (local.set $v (v128.load offset=32 (local.get $codes)))
      (local.set $r (i8x16.add
        (i8x16.swizzle (v128.load offset=64 (local.get $tables)) (v128.and (local.get $v) (i8x16.splat (i32.const 15))))
        (i8x16.swizzle (v128.load offset=80 (local.get $tables)) (i8x16.shr_u (local.get $v) (i32.const 4)))))
      (local.set $all (i16x8.add (local.get $all) (local.get $r)))
      (local.set $odd (i16x8.add (local.get $odd) (i16x8.shr_u (local.get $r) (i32.const 8))))
      (local.set $v (v128.load offset=48 (local.get $codes)))
      (local.set $r (i8x16.add
        (i8x16.swizzle (v128.load offset=96 (local.get $tables)) (v128.and (local.get $v) (i8x16.splat (i32.const 15))))
        (i8x16.swizzle (v128.load offset=112 (local.get $tables)) (i8x16.shr_u (local.get $v) (i32.const 4)))))
      (local.set $all (i16x8.add (local.get $all) (local.get $r)))
      (local.set $odd (i16x8.add (local.get $odd) (i16x8.shr_u (local.get $r) (i32.const 8))))
      (local.set $tables (i32.add (local.get $tables) (i32.const 128)))
      (br_if $column (i32.lt_u (local.tee $codes (i32.add (local.get $codes) (i32.const 64))) (local.get $end))))
    ;; 'all' counted the odd rows 256 times over.
    (local.set $even (i16x8.sub (local.get $all) (i16x8.shl (local.get $odd) (i32.const 8))))
    (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 (local.get $even) (local.get $odd))
    (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 (local.get $even) (local.get $odd)))

  ;; Writes index and estimate (i32, f32) of the lanes whose bit is set; answers where the next one goes. Up to 8 bytes beyond may be written.
  (func $emit (param $row i32) (param $bits i32) (param $estimates v128) (param $out i32) (result i32)
    (i32.store (local.get $out) (local.get $row))
    (f32.store offset=4 (local.get $out) (f32x4.extract_lane 0 (local.get $estimates)))
    (local.set $out (i32.add (local.get $out) (i32.shl (i32.and (local.get $bits) (i32.const 1)) (i32.const 3))))
    (i32.store (local.get $out) (i32.add (local.get $row) (i32.const 1)))
    (f32.store offset=4 (local.get $out) (f32x4.extract_lane 1 (local.get $estimates)))
    (local.set $out (i32.add (local.get $out) (i32.shl (i32.and (local.get $bits) (i32.const 2)) (i32.const 2))))
    (i32.store (local.get $out) (i32.add (local.get $row) (i32.const 2)))
    (f32.store offset=4 (local.get $out) (f32x4.extract_lane 2 (local.get $estimates)))
    (local.set $out (i32.add (local.get $out) (i32.shl (i32.and (local.get $bits) (i32.const 4)) (i32.const 1))))
    (i32.store (local.get $out) (i32.add (local.get $row) (i32.const 3)))
    (f32.store offset=4 (local.get $out) (f32x4.extract_lane 3 (local.get $estimates)))
    (i32.add (local.get $out) (i32.and (local.get $bits) (i32.const 8))))

  ;; Finds rows of 'blocks' blocks whose estimate, ((2 · first plane + second plane) · step + base) · scale in single precision, is at least
  ;; 'floor'. Writes index and estimate of those to 'out', ascending; answers how many.
  (func (export "scan") (param $codes i32) (param $blocks i32) (param $columns i32) (param $tables i32) (param $step f32) (param $base f32)
    (param $floor f32) (param $out i32) (result i32)
    (local $start i32) (local $row i32) (local $scales i32) (local $plane i32) (local $bits i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $e v128)
    (local $steps v128) (local $bases v128) (local $floors v128)
    (local.set $start (local.get $out))
    (local.set $plane (i32.shl (local.get $columns) (i32.const 4)))
    (local.set $steps (f32x4.splat (local.get $step)))
    (local.set $bases (f32x4.splat (local.get $base)))
    (local.set $floors (f32x4.splat (local.get $floor)))
    (block $done
      (loop $block
        (br_if $done (i32.le_s (local.get $blocks) (i32.const 0)))
        (call $plane (local.get $codes) (local.get $columns) (local.get $tables))
        (local.set $b)
        (local.set $a)
        (call $plane (i32.add (local.get $codes) (local.get $plane)) (local.get $columns) (local.get $tables))
        (local.set $d)
        (local.set $c)
        (local.set $scales (i32.add (local.get $codes) (i32.shl (local.get $plane) (i32.const 1))))
        (local.set $e (f32x4.mul (v128.load (local.get $scales)) (f32x4.add (local.get $bases) (f32x4.mul (local.get $steps)
          (f32x4.convert_i32x4_u (i32x4.add (i32x4.shl (i32x4.extend_low_i16x8_u (local.get $a)) (i32.const 1)) (i32x4.extend_low_i16x8_u (local.get $c))))))))
        (local.set $bits (i32x4.bitmask (f32x4.ge (local.get $e) (local.get $floors))))
        (if (local.get $bits) (then (local.set $out (call $emit (local.get $row) (local.get $bits) (local.get $e) (local.get $out)))))
        (local.set $e (f32x4.mul (v128.load offset=16 (local.get $scales)) (f32x4.add (local.get $bases) (f32x4.mul (local.get $steps)
          (f32x4.convert_i32x4_u (i32x4.add (i32x4.shl (i32x4.extend_high_i16x8_u (local.get $a)) (i32.const 1)) (i32x4.extend_high_i16x8_u (local.get $c))))))))
        (local.set $bits (i32x4.bitmask (f32x4.ge (local.get $e) (local.get $floors))))
        (if (local.get $bits) (then (local.set $out (call $emit (i32.add (local.get $row) (i32.const 4)) (local.get $bits) (local.get $e) (local.get $out)))))
        (local.set $e (f32x4.mul (v128.load offset=32 (local.get $scales)) (f32x4.add (local.get $bases) (f32x4.mul (local.get $steps)
          (f32x4.convert_i32x4_u (i32x4.add (i32x4.shl (i32x4.extend_low_i16x8_u (local.get $b)) (i32.const 1)) (i32x4.extend_low_i16x8_u (local.get $d))))))))
        (local.set $bits (i32x4.bitmask (f32x4.ge (local.get $e) (local.get $floors))))
        (if (local.get $bits) (then (local.set $out (call $emit (i32.add (local.get $row) (i32.const 8)) (local.get $bits) (local.get $e) (local.get $out)))))
        (local.set $e (f32x4.mul (v128.load offset=48 (local.get $scales)) (f32x4.add (local.get $bases) (f32x4.mul (local.get $steps)
          (f32x4.convert_i32x4_u (i32x4.add (i32x4.shl (i32x4.extend_high_i16x8_u (local.get $b)) (i32.const 1)) (i32x4.extend_high_i16x8_u (local.get $d))))))))
        (local.set $bits (i32x4.bitmask (f32x4.ge (local.get $e) (local.get $floors))))
        (if (local.get $bits) (then (local.set $out (call $emit (i32.add (local.get $row) (i32.const 12)) (local.get $bits) (local.get $e) (local.get $out)))))
        (local.set $row (i32.add (local.get $row) (i32.const 16)))
        (local.set $blocks (i32.sub (local.get $blocks) (i32.const 1)))
        (local.set $codes (i32.add (local.get $scales) (i32.const 64)))
        (br $block)))
    (i32.shr_u (i32.sub (local.get $out) (local.get $start)) (i32.const 3))))
