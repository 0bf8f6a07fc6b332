;; Dot products of one query with many int8 rows, exact in 32-bit integers, and cosines made from them.
;;
;; The query is given as int16, so that a row's bytes, widened as they are loaded, go straight into the multiply-add of
;; int16 pairs. A row of d bytes can't overflow below d = 2^31 / 2^14 = 131,072.
;; 'stride' (bytes of a row) is a multiple of 32. Rows and query need no alignment.
(module
  (import "env" "memory" (memory 1))

  ;; Finds rows whose cosine (query · row · scale · norm, in this order, in double precision) is at least 'floor', among 'count'
  ;; rows (a multiple of 4), with one f32 norm each. The rows follow one another from 'rows' on; or, where 'list' is not 0, they are anywhere,
  ;; and their addresses stand there. Writes the row's index and its dot product (two i32) to 'out' for each; answers how many. Four rows at
  ;; a time, so that each piece of the query is loaded once for four.
  (func (export "scan") (param $rows i32) (param $list i32) (param $count i32) (param $stride i32) (param $query i32)
    (param $norms i32) (param $scale f64) (param $floor f64) (param $out i32) (result i32)
    (local $q i32) (local $end i32) (local $v v128) (local $row i32) (local $start i32) (local $bits i32)
    (local $scales v128) (local $floors v128) (local $sums v128) (local $norm v128)
    (local $p0 i32) (local $p1 i32) (local $p2 i32) (local $p3 i32)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local.set $start (local.get $out))
    (local.set $scales (f64x2.splat (local.get $scale)))
    (local.set $floors (f64x2.splat (local.get $floor)))
    (block $done
      (loop $four
        (br_if $done (i32.le_s (local.get $count) (i32.const 0)))
        (local.set $q (local.get $query))
        (if (local.get $list)
          (then
            (local.set $p0 (i32.load (local.get $list)))
            (local.set $p1 (i32.load offset=4 (local.get $list)))
            (local.set $p2 (i32.load offset=8 (local.get $list)))
            (local.set $p3 (i32.load offset=12 (local.get $list)))
            (local.set $list (i32.add (local.get $list) (i32.const 16))))
          (else
            (local.set $p0 (local.get $rows))
            (local.set $p1 (i32.add (local.get $p0) (local.get $stride)))
            (local.set $p2 (i32.add (local.get $p1) (local.get $stride)))
            (local.set $p3 (i32.add (local.get $p2) (local.get $stride)))))
        (local.set $end (i32.add (local.get $p0) (local.get $stride)))
        (local.set $a0 (v128.const i32x4 0 0 0 0))
        (local.set $a1 (v128.const i32x4 0 0 0 0))
        (local.set $a2 (v128.const i32x4 0 0 0 0))
        (local.set $a3 (v128.const i32x4 0 0 0 0))
        (loop $step
          (local.set $v (v128.load (local.get $q)))
          (local.set $a0 (i32x4.add (local.get $a0) (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $p0)) (local.get $v))))
          (local.set $a1 (i32x4.add (local.get $a1) (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $p1)) (local.get $v))))
          (local.set $a2 (i32x4.add (local.get $a2) (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $p2)) (local.get $v))))
          (local.set $a3 (i32x4.add (local.get $a3) (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $p3)) (local.get $v))))
          (local.set $v (v128.load offset=16 (local.get $q)))
          (local.set $a0 (i32x4.add (local.get $a0) (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $p0)) (local.get $v))))
          (local.set $a1 (i32x4.add (local.get $a1) (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $p1)) (local.get $v))))
          (local.set $a2 (i32x4.add (local.get $a2) (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $p2)) (local.get $v))))
          (local.set $a3 (i32x4.add (local.get $a3) (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $p3)) (local.get $v))))
          (local.set $v (v128.load offset=32 (local.get $q)))
          (local.set $a0 (i32x4.add (local.get $a0) (i32x4.dot_i16x8_s (v128.load8x8_s offset=16 (local.get $p0)) (local.get $v))))
          (local.set $a1 (i32x4.add (local.get $a1) (i32x4.dot_i16x8_s (v128.load8x8_s offset=16 (local.get $p1)) (local.get $v))))
          (local.set $a2 (i32x4.add (local.get $a2) (i32x4.dot_i16x8_s (v128.load8x8_s offset=16 (local.get $p2)) (local.get $v))))
          (local.set $a3 (i32x4.add (local.get $a3) (i32x4.dot_i16x8_s (v128.load8x8_s offset=16 (local.get $p3)) (local.get $v))))
          (local.set $v (v128.load offset=48 (local.get $q)))
          (local.set $a0 (i32x4.add (local.get $a0) (i32x4.dot_i16x8_s (v128.load8x8_s offset=24 (local.get $p0)) (local.get $v))))
          (local.set $a1 (i32x4.add (local.get $a1) (i32x4.dot_i16x8_s (v128.load8x8_s offset=24 (local.get $p1)) (local.get $v))))
          (local.set $a2 (i32x4.add (local.get $a2) (i32x4.dot_i16x8_s (v128.load8x8_s offset=24 (local.get $p2)) (local.get $v))))
          (local.set $a3 (i32x4.add (local.get $a3) (i32x4.dot_i16x8_s (v128.load8x8_s offset=24 (local.get $p3)) (local.get $v))))
          (local.set $q (i32.add (local.get $q) (i32.const 64)))
          (local.set $p1 (i32.add (local.get $p1) (i32.const 32)))
          (local.set $p2 (i32.add (local.get $p2) (i32.const 32)))
          (local.set $p3 (i32.add (local.get $p3) (i32.const 32)))
          (br_if $step (i32.lt_u (local.tee $p0 (i32.add (local.get $p0) (i32.const 32))) (local.get $end))))
        ;; Four horizontal sums at once: pairs of lanes of two accumulators, then of those.
        (local.set $a0 (i32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 8 9 10 11 24 25 26 27 (local.get $a0) (local.get $a1))
          (i8x16.shuffle 4 5 6 7 20 21 22 23 12 13 14 15 28 29 30 31 (local.get $a0) (local.get $a1))))
        (local.set $a2 (i32x4.add
          (i8x16.shuffle 0 1 2 3 16 17 18 19 8 9 10 11 24 25 26 27 (local.get $a2) (local.get $a3))
          (i8x16.shuffle 4 5 6 7 20 21 22 23 12 13 14 15 28 29 30 31 (local.get $a2) (local.get $a3))))
        (local.set $sums (i32x4.add
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $a0) (local.get $a2))
          (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $a0) (local.get $a2))))
        (local.set $norm (v128.load (local.get $norms)))
        (local.set $bits (i32.or
          (i64x2.bitmask (f64x2.ge
            (f64x2.mul (f64x2.mul (f64x2.convert_low_i32x4_s (local.get $sums)) (local.get $scales)) (f64x2.promote_low_f32x4 (local.get $norm)))
            (local.get $floors)))
          (i32.shl
            (i64x2.bitmask (f64x2.ge
              (f64x2.mul
                (f64x2.mul
                  (f64x2.convert_low_i32x4_s (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $sums) (local.get $sums)))
                  (local.get $scales))
                (f64x2.promote_low_f32x4 (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15 (local.get $norm) (local.get $norm))))
              (local.get $floors)))
            (i32.const 2))))
        ;; Each lane is written, and kept by moving on only where its bit is set.
        (if (local.get $bits) (then
          (i32.store (local.get $out) (local.get $row))
          (i32.store offset=4 (local.get $out) (i32x4.extract_lane 0 (local.get $sums)))
          (local.set $out (i32.add (local.get $out) (i32.shl (i32.and (local.get $bits) (i32.const 1)) (i32.const 3))))
          (i32.store (local.get $out) (i32.add (local.get $row) (i32.const 1)))
          (i32.store offset=4 (local.get $out) (i32x4.extract_lane 1 (local.get $sums)))
          (local.set $out (i32.add (local.get $out) (i32.shl (i32.and (local.get $bits) (i32.const 2)) (i32.const 2))))
          (i32.store (local.get $out) (i32.add (local.get $row) (i32.const 2)))
          (i32.store offset=4 (local.get $out) (i32x4.extract_lane 2 (local.get $sums)))
          (local.set $out (i32.add (local.get $out) (i32.shl (i32.and (local.get $bits) (i32.const 4)) (i32.const 1))))
          (i32.store (local.get $out) (i32.add (local.get $row) (i32.const 3)))
          (i32.store offset=4 (local.get $out) (i32x4.extract_lane 3 (local.get $sums)))
          (local.set $out (i32.add (local.get $out) (i32.and (local.get $bits) (i32.const 8))))))
        (local.set $row (i32.add (local.get $row) (i32.const 4)))
        (local.set $norms (i32.add (local.get $norms) (i32.const 16)))
        (local.set $rows (i32.add (local.get $rows) (i32.shl (local.get $stride) (i32.const 2))))
        (local.set $count (i32.sub (local.get $count) (i32.const 4)))
        (br $four)))
    (i32.shr_u (i32.sub (local.get $out) (local.get $start)) (i32.const 3)))

  ;; Looks at every line of memory that rows stand in, with nothing between: of 'count' rows from 'rows' on; or, where 'list' is not 0, of those
  ;; whose addresses stand there. The processor foresees little of where they are, and less when the memory is in use; now the waits overlap,
  ;; and a scan that follows finds the rows near. What it answers says nothing: what is used nowhere may not be loaded.
  (func (export "touch") (param $rows i32) (param $list i32) (param $count i32) (param $stride i32) (result i32)
    (local $seen i32) (local $end i32) (local $last i32)
    (local.set $last (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $end (i32.add (local.get $rows) (i32.mul (local.get $count) (local.get $stride))))
    (block $done
      (loop $row
        (if (local.get $list) (then
          (br_if $done (i32.ge_u (local.get $list) (local.get $last)))
          (local.set $rows (i32.load (local.get $list)))
          (local.set $end (i32.add (local.get $rows) (local.get $stride)))
          (local.set $list (i32.add (local.get $list) (i32.const 4)))))
        (loop $next
          (local.set $seen (i32.or (local.get $seen) (i32.load (local.get $rows))))
          (br_if $next (i32.lt_u (local.tee $rows (i32.add (local.get $rows) (i32.const 64))) (local.get $end))))
        (br_if $row (local.get $list))))
    (local.get $seen)))
